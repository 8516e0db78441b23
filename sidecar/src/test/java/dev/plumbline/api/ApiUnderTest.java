package dev.plumbline.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.merge.StoreUnderTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The routes over a real store, asked through a real server; answers as maps and lists. */
final class ApiUnderTest implements AutoCloseable {
  private final StoreUnderTest store = new StoreUnderTest();
  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final HttpClient client = HttpClient.newHttpClient();
  private final Listener listener;

  ApiUnderTest() throws Exception {
    this.listener = open(routes());
  }

  /** Other routes than those of the store. */
  ApiUnderTest(List<Route> routes) throws Exception {
    this.listener = open(routes);
  }

  private Listener open(List<Route> routes) throws Exception {
    return stack.open(
        ListenerSettings.builder("test", ListenAddress.loopback(0)).routes(routes).build());
  }

  StoreUnderTest store() {
    return store;
  }

  private List<Route> routes() {
    return new ProfileApi(store.store(), store.clock(), "test", List::of).routes();
  }

  /** Asks for a path with its query. */
  HttpResponse<byte[]> ask(String pathAndQuery, Map<String, String> headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + listener.address() + pathAndQuery));
    headers.forEach(request::header);
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> ask(String pathAndQuery) throws Exception {
    return ask(pathAndQuery, Map.of());
  }

  String body(String pathAndQuery) throws Exception {
    return text(200, ask(pathAndQuery));
  }

  Json json(String pathAndQuery) throws Exception {
    return Json.of(body(pathAndQuery));
  }

  Json error(int status, String pathAndQuery) throws Exception {
    return Json.of(text(status, ask(pathAndQuery))).at("error");
  }

  private static String text(int status, HttpResponse<byte[]> response) {
    String body = new String(response.body(), StandardCharsets.UTF_8);
    if (response.statusCode() != status) {
      throw new AssertionError("expected " + status + ": " + response.statusCode() + " " + body);
    }
    return body;
  }

  @Override
  public void close() throws IOException {
    stack.close();
    store.close();
  }

  /** A parsed value. */
  record Json(Object value) {
    static Json of(String text) throws IOException {
      try (JsonParser parser = new JsonFactory().createParser(text)) {
        parser.nextToken();
        return new Json(read(parser));
      }
    }

    private static Object read(JsonParser parser) throws IOException {
      return switch (parser.currentToken()) {
        case START_OBJECT -> {
          Map<String, Object> members = new LinkedHashMap<>();
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, read(parser));
          }
          yield members;
        }
        case START_ARRAY -> {
          List<Object> elements = new ArrayList<>();
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(parser));
          }
          yield elements;
        }
        case VALUE_NUMBER_INT -> parser.getLongValue();
        case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        case VALUE_NULL -> "null";
        default -> parser.getText();
      };
    }

    Json at(String name) {
      Object found = ((Map<?, ?>) value).get(name);
      if (found == null) {
        throw new AssertionError("no " + name + " in " + value);
      }
      return new Json(found);
    }

    boolean has(String name) {
      return ((Map<?, ?>) value).containsKey(name);
    }

    Json at(int index) {
      return new Json(((List<?>) value).get(index));
    }

    int size() {
      return ((List<?>) value).size();
    }

    long number() {
      return (Long) value;
    }

    String text() {
      return String.valueOf(value);
    }

    /** One member of each element. */
    List<Object> each(String name) {
      List<Object> members = new ArrayList<>();
      for (Object element : (List<?>) value) {
        members.add(((Map<?, ?>) element).get(name));
      }
      return members;
    }

    List<?> list() {
      return (List<?>) value;
    }
  }
}
