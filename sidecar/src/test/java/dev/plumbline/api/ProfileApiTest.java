package dev.plumbline.api;

import static dev.plumbline.store.Windows.LIVE;
import static dev.plumbline.store.Windows.START_MILLIS;
import static dev.plumbline.store.Windows.cpu;
import static dev.plumbline.store.Windows.profile;
import static dev.plumbline.store.Windows.sample;
import static dev.plumbline.store.Windows.service;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.ApiUnderTest.Json;
import dev.plumbline.convert.OtlpToWindow;
import dev.plumbline.otlp.decode.OtlpDecoder;
import dev.plumbline.otlp.decode.OtlpLimits;
import dev.plumbline.otlp.decode.ReceivedLevel;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Period 10: a sample of 1 is 10 ns. */
class ProfileApiTest {
  private static final String RANGE = "from=" + START_MILLIS + "&until=" + (START_MILLIS + 100_000);

  private ApiUnderTest api;

  @BeforeEach
  void open() throws Exception {
    api = new ApiUnderTest();
  }

  @AfterEach
  void close() throws Exception {
    api.close();
  }

  private void fill() throws Exception {
    api.store()
        .add(
            cpu(
                "shop",
                START_MILLIS,
                sample("main;Cart.add", 6, Attribute.of("thread.name", "w1")),
                sample("main;Cart.add;hash", 2, Attribute.of("thread.name", "w2"))),
            cpu("cart", START_MILLIS + 10_000, sample("main;pay", 2)),
            ProfileWindow.of(
                List.of(profile(service("shop"), LIVE, START_MILLIS, sample("main;new", 900)))));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void services_come_with_totals_the_largest_first() throws Exception {
    fill();
    Json answer = api.json("/api/v1/services?" + RANGE);
    assertThat(answer.at("services").each("name")).containsExactly("shop", "cart");
    assertThat(answer.at("services").each("total")).containsExactly(80L, 20L);
    assertThat(answer.at("unit").text()).isEqualTo("nanoseconds");
    Json page = api.json("/api/v1/services?" + RANGE + "&limit=1");
    assertThat(page.at("count").number()).isEqualTo(2);
    Json next = api.json("/api/v1/services?" + RANGE + "&limit=1&cursor=" + page.at("next").text());
    assertThat(next.at("services").each("name")).containsExactly("cart");
    assertThat(next.at("next").text()).isEqualTo("null");
  }

  @Test
  void types_have_ids_titles_and_units() throws Exception {
    fill();
    Json types = api.json("/api/v1/types?" + RANGE).at("types");
    assertThat(types.each("id"))
        .containsExactly("cpu:nanoseconds:cpu:nanoseconds", "inuse_space:bytes:memory:bytes:stock");
    assertThat(types.each("title")).containsExactly("CPU", "Memory in use");
    assertThat(types.each("total")).containsExactly(100L, 900L);
    assertThat(api.json("/api/v1/flamegraph?" + RANGE + "&type=inuse_space").at("total").number())
        .isEqualTo(900);
  }

  @Test
  void attributes_and_their_values_are_listed() throws Exception {
    fill();
    Json attributes = api.json("/api/v1/attributes?" + RANGE).at("attributes");
    assertThat(attributes.each("key")).containsExactly("service.name", "thread.name");
    assertThat(attributes.each("on")).containsExactly(List.of("resource"), List.of("sample"));
    Json values =
        api.json("/api/v1/attribute-values?" + RANGE + "&key=thread.name&filter=thread.name%3Dw1")
            .at("values");
    assertThat(values.each("value")).containsExactly("w1", "null", "w2");
    assertThat(values.each("total")).containsExactly(60L, 20L, 20L);
  }

  @Test
  void series_sum_to_the_graph() throws Exception {
    fill();
    Json series = api.json("/api/v1/series?" + RANGE + "&by=service.name&step=10000");
    assertThat(series.at("total").number()).isEqualTo(100);
    assertThat(series.at("points").number()).isEqualTo(10);
    assertThat(series.at("totals").list().subList(0, 3)).isEqualTo(List.of(80L, 20L, "null"));
    assertThat(series.at("series").each("value")).containsExactly("shop", "cart");
    assertThat(series.at("coveredMillis").list().subList(0, 3))
        .isEqualTo(List.of(10000L, 10000L, 0L));
    Json rest = api.json("/api/v1/series?" + RANGE + "&by=service.name&step=10000&limit=1");
    assertThat(rest.at("series").each("rest")).containsExactly(false, true);
  }

  @Test
  void flame_graph_has_boxes_in_order_and_exact_sums() throws Exception {
    fill();
    Json graph = api.json("/api/v1/flamegraph?" + RANGE + "&group=service.name&search=CART");
    Json boxes = graph.at("boxes");
    List<Object> names = new ArrayList<>();
    for (Object function : boxes.at("function").list()) {
      names.add(graph.at("functions").at((int) (long) (Long) function).at("name").text());
    }
    assertThat(names)
        .containsExactly("total", "cart", "main", "pay", "shop", "main", "Cart.add", "hash");
    assertThat(boxes.at("depth").list()).isEqualTo(List.of(0L, 1L, 2L, 3L, 1L, 2L, 3L, 4L));
    assertThat(boxes.at("total").list())
        .isEqualTo(List.of(100L, 20L, 20L, 20L, 80L, 80L, 80L, 20L));
    assertThat(boxes.at("self").list()).isEqualTo(List.of(0L, 0L, 0L, 20L, 0L, 0L, 60L, 20L));
    assertThat(boxes.at("matched").list()).isEqualTo(List.of(80L, 0L, 0L, 0L, 80L, 80L, 80L, 20L));
    assertThat(graph.at("search").at("total").number()).isEqualTo(80);
    String key = String.valueOf(boxes.at("key").list().get(6));
    Json zoomed =
        api.json("/api/v1/flamegraph?" + RANGE + "&group=service.name&minShare=0.5&zoom=" + key);
    assertThat(zoomed.at("visible").number()).isEqualTo(3);
    assertThat(zoomed.at("boxes").at("total").list()).isEqualTo(List.of(100L, 80L, 80L, 80L));
    assertThat(zoomed.at("boxes").at("hidden").list()).isEqualTo(List.of(20L, 0L, 0L, 20L));
  }

  @Test
  void table_search_and_sandwich_agree() throws Exception {
    fill();
    Json top = api.json("/api/v1/top?" + RANGE).at("functions");
    assertThat(top.each("name")).containsExactly("Cart.add", "hash", "pay", "main");
    assertThat(top.each("self")).containsExactly(60L, 20L, 20L, 0L);
    assertThat(top.each("total")).containsExactly(80L, 20L, 20L, 100L);
    Json search = api.json("/api/v1/search?" + RANGE + "&search=add%7Chash");
    assertThat(search.at("matched").number()).isEqualTo(80);
    assertThat(search.at("functions").each("name")).containsExactly("Cart.add", "hash");
    String key = top.at(0).at("key").text();
    Json sandwich = api.json("/api/v1/sandwich?" + RANGE + "&function=" + key);
    assertThat(sandwich.at("self").number()).isEqualTo(60);
    assertThat(sandwich.at("total").number()).isEqualTo(80);
    assertThat(sandwich.at("callees").at("total").list()).isEqualTo(List.of(80L, 20L));
    assertThat(sandwich.at("callers").at("total").list()).isEqualTo(List.of(80L, 80L));
    assertThat(sandwich.at("lines").each("total")).containsExactly(80L);
    Json focused = api.json("/api/v1/top?" + RANGE + "&focus=" + key);
    assertThat(focused.at("total").number()).isEqualTo(80);
  }

  @Test
  void comparison_has_both_sides() throws Exception {
    fill();
    String query = RANGE + "&service=shop&baseService=cart";
    Json diff = api.json("/api/v1/diff?" + query);
    assertThat(diff.at("total").number()).isEqualTo(80);
    assertThat(diff.at("baseTotal").number()).isEqualTo(20);
    assertThat(diff.at("boxes").at("total").list()).isEqualTo(List.of(80L, 80L, 80L, 20L, 0L));
    assertThat(diff.at("boxes").at("baseTotal").list()).isEqualTo(List.of(20L, 20L, 0L, 0L, 20L));
    Json top = api.json("/api/v1/diff-top?" + query).at("functions");
    assertThat(top.each("name")).containsExactly("pay", "Cart.add", "hash", "main");
    Json all = api.json("/api/v1/diff?" + RANGE + "&service=shop&baseService=");
    assertThat(all.at("baseTotal").number()).isEqualTo(100);
  }

  @Test
  void downloads_hold_the_same_sums() throws Exception {
    fill();
    String folded = api.body("/api/v1/download?" + RANGE + "&format=folded&group=service.name");
    assertThat(folded.lines())
        .containsExactlyInAnyOrder(
            "shop;main;Cart.add 60", "shop;main;Cart.add;hash 20", "cart;main;pay 20");
    Json speedscope = Json.of(api.body("/api/v1/download?" + RANGE + "&format=speedscope"));
    assertThat(speedscope.at("profiles").at(0).at("weights").list()).hasSize(3);
    assertThat(speedscope.at("profiles").at(0).at("endValue").number()).isEqualTo(100);
    HttpResponse<byte[]> pprof = api.ask("/api/v1/download?" + RANGE + "&format=pprof");
    assertThat(pprof.headers().firstValue("content-disposition").orElseThrow())
        .isEqualTo("attachment; filename=\"plumbline-all-cpu-20251129T070640Z-100s.pb.gz\"");
    assertThat(pprof.body()[0]).isEqualTo((byte) 0x1f);
    assertThat(PprofTotals.of(pprof.body())).containsExactly(10L, 100L);
    byte[] otlp = api.ask("/api/v1/download?" + RANGE + "&format=otlp").body();
    ProfileWindow window =
        OtlpToWindow.convert(
                OtlpDecoder.of(ReceivedLevel.NEWEST, OtlpLimits.DEFAULT).decode(otlp), 1)
            .window();
    assertThat(window.profiles().stream().mapToLong(Profile::total).sum()).isEqualTo(10);
    assertThat(api.error(404, "/api/v1/download?from=0&until=10&format=pprof").at("message").text())
        .contains("last seen");
  }

  @Test
  void pprof_for_the_tool_has_the_last_seconds_and_plain_errors() throws Exception {
    fill();
    long now = api.store().clock().millis();
    long ago = (now - START_MILLIS) / 1000;
    HttpResponse<byte[]> last = api.ask("/pprof?seconds=" + ago);
    assertThat(PprofTotals.of(last.body())).containsExactly(10L, 100L);
    HttpResponse<byte[]> none = api.ask("/pprof?service=nobody");
    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(new String(none.body(), StandardCharsets.UTF_8)).startsWith("there is no service");
  }

  @Test
  void same_windows_are_not_sent_twice() throws Exception {
    fill();
    String path = "/api/v1/flamegraph?until=now&from=now-2h";
    HttpResponse<byte[]> first = api.ask(path);
    String tag = first.headers().firstValue("etag").orElseThrow();
    api.store().clock().set(api.store().clock().millis() + 5000);
    HttpResponse<byte[]> again = api.ask(path, Map.of("if-none-match", tag));
    assertThat(again.statusCode()).isEqualTo(304);
    api.store().add(cpu("shop", START_MILLIS + 20_000, sample("main", 1)));
    assertThat(api.ask(path, Map.of("if-none-match", tag)).statusCode()).isEqualTo(200);
    assertThat(api.ask(path + "&search=x", Map.of("if-none-match", tag)).statusCode())
        .isEqualTo(200);
  }

  @Test
  void status_says_whether_something_came() throws Exception {
    Json empty = api.json("/api/v1/status");
    assertThat(empty.at("oldestMillis").text()).isEqualTo("null");
    fill();
    Json now = api.json("/api/v1/status?since=" + empty.at("revision").number());
    assertThat(now.at("changed").text()).isEqualTo("true");
    Json same = api.json("/api/v1/status?since=" + now.at("revision").number());
    assertThat(same.at("changed").text()).isEqualTo("false");
    assertThat(now.at("oldestMillis").number()).isEqualTo(START_MILLIS);
    assertThat(now.at("newestMillis").number()).isEqualTo(START_MILLIS + 20_000);
  }

  @Test
  void empty_answers_say_why() throws Exception {
    assertThat(codes("/api/v1/flamegraph?" + RANGE)).containsExactly("no_data_yet");
    fill();
    assertThat(codes("/api/v1/flamegraph?from=0&until=10")).containsExactly("empty_range");
    assertThat(codes("/api/v1/flamegraph?" + RANGE + "&service=none"))
        .containsExactly("unknown_service");
    assertThat(codes("/api/v1/flamegraph?" + RANGE + "&type=none")).containsExactly("unknown_type");
    String unknown = "/api/v1/flamegraph?" + RANGE + "&filter=" + encoded("no.such!=x");
    assertThat(codes(unknown)).containsExactly("unknown_attribute");
    assertThat(api.json(unknown).at("total").number()).isZero();
    assertThat(codes("/api/v1/series?from=0&until=10")).containsExactly("empty_range");
  }

  private List<Object> codes(String path) throws Exception {
    return api.json(path).at("notes").each("code");
  }

  @Test
  void bad_requests_are_told_in_json() throws Exception {
    fill();
    assertThat(api.error(400, "/api/v1/top?from=yesterday").at("message").text())
        .isEqualTo("from is \"yesterday\", expected unix milliseconds, RFC 3339, now or now-15m");
    assertThat(api.error(400, "/api/v1/top?form=1").at("code").text())
        .isEqualTo("unknown_parameter");
    assertThat(api.error(400, "/api/v1/top?limit=0").at("parameter").text()).isEqualTo("limit");
    assertThat(api.error(400, "/api/v1/top?sort=size").at("message").text())
        .contains("self, total, name");
    assertThat(api.error(400, "/api/v1/top?from=10&until=5").at("parameter").text())
        .isEqualTo("from");
    assertThat(api.error(400, "/api/v1/top?search=" + encoded("((")).at("parameter").text())
        .isEqualTo("search");
    assertThat(api.error(400, "/api/v1/top?filter=x").at("message").text()).contains("KEY=VALUE");
    assertThat(api.error(400, "/api/v1/top?type=cpu&type=wall").at("parameter").text())
        .isEqualTo("type");
    assertThat(
            api.error(404, "/api/v1/flamegraph?" + RANGE + "&zoom=00000000000000aa")
                .at("parameter")
                .text())
        .isEqualTo("zoom");
    assertThat(
            api.error(404, "/api/v1/sandwich?" + RANGE + "&function=00000000000000aa")
                .at("parameter")
                .text())
        .isEqualTo("function");
    assertThat(api.error(400, "/api/v1/series?from=0&until=now&step=1000").at("parameter").text())
        .isEqualTo("step");
    assertThat(api.error(404, "/api/v1/nothing").at("code").text()).isEqualTo("not_found");
  }

  /** Whatever somebody types, the answer is one of the documented ones. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=-200000000-01-01T00:00:00Z&until=%2B200000000-01-01T00:00:00Z",
        "from=-99999999999999999&until=99999999999999999",
        "from=now-999999999d&until=now",
        "from=%2B999999999-12-31T23:59:59Z",
        "until=-99999999999999999",
        "from=now&until=now",
        "filter=a=~(x%2Bx%2B)%2By&filter=b!~%5B%5E%5C%5D",
        "filter==&filter=%00=%00&service=%F0%9F%98%80&service=%E2%80%AE",
        "limit=1&cursor=r999999999",
        "service=%00&type=%00",
      })
  void odd_requests_have_documented_answers(String query) throws Exception {
    fill();
    for (String path :
        List.of("services", "types", "attributes", "series", "flamegraph", "top", "diff")) {
      int status = api.ask("/api/v1/" + path + "?" + query).statusCode();
      assertThat(status).as(path).isIn(200, 400, 413, 422);
    }
    assertThat(api.ask("/api/v1/download?format=folded&" + query).statusCode())
        .isIn(200, 400, 404, 413, 422);
  }

  @Test
  void filters_take_values_as_they_are() throws Exception {
    api.store()
        .add(
            cpu("x", START_MILLIS, sample("f", 1, Attribute.of("q", "a\"b\\c,d}=~!"))),
            cpu("x", START_MILLIS, sample("f", 2, Attribute.of("a=b", "~v"))));
    assertThat(total("q=a\"b\\c,d}=~!")).isEqualTo(10);
    assertThat(total("a\\=b=~~v")).isEqualTo(20);
    assertThat(total("q!=a\"b\\c,d}=~!")).isEqualTo(20);
    assertThat(total("q!~.*")).isZero();
  }

  private long total(String filter) throws Exception {
    return api.json("/api/v1/flamegraph?" + RANGE + "&filter=" + encoded(filter))
        .at("total")
        .number();
  }

  @Test
  void hostile_names_come_as_they_are_and_file_names_stay_harmless() throws Exception {
    String name = "<img src=x onerror=alert(1)>\u2028\u202e\"";
    api.store().add(cpu(name, START_MILLIS, sample(name, 1)));
    Json top = api.json("/api/v1/top?" + RANGE).at("functions");
    assertThat(top.at(0).at("name").text()).isEqualTo(name);
    HttpResponse<byte[]> download =
        api.ask("/api/v1/download?" + RANGE + "&format=folded&service=" + encoded(name));
    assertThat(download.headers().firstValue("content-disposition").orElseThrow())
        .matches("attachment; filename=\"[A-Za-z0-9._-]+\"");
  }

  @Test
  void routes_without_store_say_so() throws Exception {
    try (ApiUnderTest without = new ApiUnderTest(ProfileApi.routes(() -> null))) {
      assertThat(without.error(503, "/api/v1/top").at("code").text()).isEqualTo("store_disabled");
      assertThat(without.ask("/pprof").statusCode()).isEqualTo(503);
    }
  }
}
