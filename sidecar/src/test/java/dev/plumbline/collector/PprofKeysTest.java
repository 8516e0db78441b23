package dev.plumbline.collector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.config.Variables;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every key of the Collector's receiver {@code pprof}: its default, what it takes, what it refuses
 * and in which words, and that the page names it.
 */
class PprofKeysTest {
  private static final Path PAGE = Path.of("../docs/pprof-receiver.md");

  private static final String EXTENSIONS =
      "extensions: { basicauth: { client_auth: { username: u, password: p } },"
          + " bearertokenauth: { token: t },"
          + " basicauth/users: { htpasswd: { inline: 'a:b' } } }\n";

  /**
   * Section, key, its default (- for none), a value that changes what is done (in parentheses one
   * that is checked and changes nothing here), a value that is refused, and words of the refusal.
   */
  private static final String TABLE =
      """
      remote | endpoint                     | -     | http://b/p           | ftp://b        | expected a URL with http:// or https://
      remote | collection_interval          | 10s   | 3s                   | 0s             | collection_interval: requires positive value
      remote | initial_delay                | 1s    | -1s                  | soon           | initial_delay:
      remote | timeout                      | 0     | 3s                   | -1s            | timeout: requires positive value
      remote | proxy_url                    | ''    | http://p:3128        | ftp://p        | proxy_url: expected the URL of a proxy
      remote | headers                      | {}    | {A: b}               | {"A b": c}     | headers: A b
      remote | headers                      | {}    | [{name: A, value: b}] | [A]           | is no pair of name and value
      remote | auth                         | -     | {authenticator: basicauth} | {authenticator: sigv4auth} | names the extension "sigv4auth"
      remote | compression                  | ''    | (gzip)               | brotli         | unsupported compression type "brotli"
      remote | compression_params           | {}    | ({level: 3})         | {level: x}     | compression_params.level
      remote | read_buffer_size             | 0     | 4096                 | -1             | read_buffer_size
      remote | write_buffer_size            | 0     | 4096                 | -1             | write_buffer_size
      remote | max_idle_conns               | 100   | 5                    | -1             | max_idle_conns
      remote | max_idle_conns_per_host      | 0     | 5                    | -1             | max_idle_conns_per_host
      remote | max_conns_per_host           | 0     | 5                    | many           | max_conns_per_host
      remote | idle_conn_timeout            | 90s   | 5s                   | -1s            | idle_conn_timeout: requires positive value
      remote | disable_keep_alives          | false | true                 | maybe          | disable_keep_alives
      remote | http2_read_idle_timeout      | 0     | 5s                   | -1s            | http2_read_idle_timeout: requires positive value
      remote | http2_ping_timeout           | 0     | 5s                   | -1s            | http2_ping_timeout: requires positive value
      remote | force_attempt_http2          | true  | false                | maybe          | force_attempt_http2
      remote | cookies                      | -     | {}                   | {jar: x}       | jar: unknown key
      remote | middlewares                  | []    | -                    | [x]            | middlewares: names "x"
      remote | middlewares                  | []    | -                    | [{id: x}]      | middlewares: names "x"
      remote | tls                          | -     | {insecure_skip_verify: true} | {tpm: {}} | keys in a TPM cannot be used
      remote | tls                          | -     | {server_name_override: a} | {ca_file: none.pem} | ca_file: no readable file
      remote | tls                          | -     | {ca_file: x.pem}     | {ca_file: x.pem, ca_pem: y} | provide either ca_file or ca_pem
      remote | tls                          | -     | {ca_pem: x}          | {cert_file: x.pem} | provide both certificate and key
      remote | tls                          | -     | {cert_file: x.pem, key_file: x.pem} | {key_pem: x} | provide both certificate and key
      remote | tls                          | -     | {cert_pem: x, key_pem: y} | {min_version: "1.1"} | min_version: TLS 1.1 is refused, as by Java itself
      remote | tls                          | -     | {min_version: "1.3"} | {min_version: "1.3", max_version: "1.2"} | min_version cannot be greater than max_version
      remote | tls                          | -     | {max_version: "1.2"} | {max_version: "1.0"} | max_version: TLS 1.0 is refused
      remote | tls                          | -     | {cipher_suites: [TLS_AES_128_GCM_SHA256]} | {cipher_suites: [TLS_NONE]} | does not know the suite "TLS_NONE"
      remote | tls                          | -     | -                    | {curve_preferences: [P257]} | has "P257"
      remote | tls                          | -     | -                    | {curve_preferences: [X25519MLKEM768]} | has "X25519MLKEM768", which Java's TLS cannot do
      remote | tls                          | -     | {reload_interval: 5s} | {reload_interval: -1s} | reload_interval: requires positive value
      remote | tls                          | -     | {ca_file: x.pem, include_system_ca_certs_pool: true} | {include_system_ca_certs_pool: x} | include_system_ca_certs_pool
      remote | tls                          | -     | ({insecure: true})   | {colour: red}  | colour: unknown key
      file   | include                      | -     | b/*                  | '[a'           | include: is a malformed pattern
      file   | include                      | -     | b/**                 | ''             | file.include must be specified
      file   | collection_interval          | 10s   | 3s                   | -1s            | collection_interval: requires positive value
      file   | initial_delay                | 1s    | 0s                   | soon           | initial_delay
      file   | timeout                      | 0     | 3s                   | -1s            | timeout: requires positive value
      self   | collection_interval          | 10s   | 15s                  | 0s             | collection_interval: requires positive value
      self   | initial_delay                | 1s    | 0s                   | soon           | initial_delay
      self   | timeout                      | 0     | -                    | -1s            | timeout: requires positive value
      self   | block_profile_fraction       | 1     | 1000000              | some           | block_profile_fraction
      self   | mutex_profile_fraction       | 1     | -1                   | some           | mutex_profile_fraction
      server | endpoint                     | -     | 'localhost:4041'     | 'localhost'    | is no address to listen on
      server | endpoint                     | -     | ':4041'              | ''             | server.endpoint must be specified
      server | transport                    | tcp   | unix                 | udp            | transport: expected tcp or tcp4
      server | transport                    | tcp   | -                    | tcp6           | is no address of the transport tcp6
      server | tls                          | -     | {cert_file: x.pem, key_file: x.pem} | {cert_file: x.pem} | provide both certificate and key
      server | tls                          | -     | {cert_file: x.pem, key_file: x.pem, client_ca_file: x.pem} | {client_ca_file: x.pem} | must include both certificate and key
      server | tls                          | -     | {cert_file: x.pem, key_file: x.pem, min_version: "1.3"} | {key_pem: x} | provide both certificate and key
      server | tls                          | -     | {cert_file: x.pem, key_file: x.pem, max_version: "1.2"} | {tpm: {}} | keys in a TPM cannot be used
      server | tls                          | -     | {cert_file: x.pem, key_file: x.pem, cipher_suites: [TLS_AES_128_GCM_SHA256]} | {include_system_ca_certs_pool: x} | include_system_ca_certs_pool
      server | tls                          | -     | {cert_file: x.pem, key_file: x.pem, client_ca_file_reload: true, reload_interval: 5s} | {client_ca_file: none.pem} | client_ca_file: no readable file
      server | tls                          | -     | {cert_pem: x, key_pem: y} | {cert_file: x.pem, cert_pem: x} | provide either cert_file or cert_pem
      server | tls                          | -     | {cert_pem: x, key_file: x.pem} | {key_file: x.pem, key_pem: x} | provide either key_file or key_pem
      server | tls                          | -     | {cert_pem: x, key_pem: y, client_ca_file: x.pem, include_system_ca_certs_pool: true} | {ca_file: none.pem} | ca_file: no readable file
      server | tls                          | -     | {cert_pem: x, key_pem: y, min_version: "1.2"} | {min_version: "1.1"} | min_version: TLS 1.1 is refused, as by Java itself
      server | tls                          | -     | -                    | {curve_preferences: [P257]} | has "P257"
      server | tls                          | -     | -                    | {curve_preferences: [X25519MLKEM768]} | has "X25519MLKEM768", which Java's TLS cannot do
      server | tls                          | -     | -                    | {cipher_suites: [TLS_NONE]} | does not know the suite "TLS_NONE"
      server | cors                         | -     | {allowed_origins: [a], allowed_headers: [b], exposed_headers: [c], max_age: 5} | {max_age: -1} | max_age
      server | auth                         | -     | {authenticator: bearertokenauth, request_params: [a]} | {authenticator: basicauth} | is a client's, expected a server's
      server | auth                         | -     | {authenticator: basicauth/users} | {} | authenticator: must be specified
      server | max_request_body_size        | 20MiB | 1MiB                 | 1GiB           | max_request_body_size
      server | max_request_body_size        | 0     | 1000                 | much           | max_request_body_size
      server | include_metadata             | false | true                 | maybe          | include_metadata
      server | response_headers             | {}    | {A: b}               | {"A b": c}     | response_headers: A b
      server | compression_algorithms       | ['', gzip, zstd, zlib, snappy, deflate, lz4, x-snappy-framed] | [gzip] | [br] | compression_algorithms: has "br"
      server | read_timeout                 | 0     | 3s                   | soon           | read_timeout
      server | read_header_timeout          | 1m    | 3s                   | soon           | read_header_timeout
      server | write_timeout                | 30s   | 3s                   | soon           | write_timeout
      server | idle_timeout                 | 1m    | 3s                   | soon           | idle_timeout
      server | keep_alives_enabled          | true  | false                | maybe          | keep_alives_enabled
      server | middlewares                  | []    | -                    | [x]            | middlewares: names "x"
      server | middlewares                  | []    | -                    | [{id: x}]      | middlewares: names "x"
      """;

  @TempDir Path directory;

  private List<String> said = new ArrayList<>();
  private List<String> warned = new ArrayList<>();

  /** A line of the table. */
  record Row(String section, String key, String byDefault, String good, String bad, String words) {
    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      assertThat(cells).as(line).hasSize(6);
      for (int i = 0; i < cells.length; i++) {
        cells[i] = cells[i].strip();
      }
      return new Row(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]);
    }

    /** What a section cannot be without. */
    String required() {
      return switch (section) {
        case "remote" -> "endpoint: 'http://a/p'";
        case "file" -> "include: a/*";
        case "server" -> "endpoint: '127.0.0.1:4040'";
        default -> "";
      };
    }

    /** That section with a value of the key. */
    String with(String value) {
      String others = required().startsWith(key + ":") ? "" : required();
      return others + (others.isEmpty() ? "" : ", ") + key + ": " + value;
    }

    boolean isWithoutEffect() {
      return good.startsWith("(");
    }
  }

  static Stream<Row> rows() {
    return TABLE.lines().map(Row::of);
  }

  @BeforeEach
  void writePem() throws Exception {
    Files.writeString(directory.resolve("x.pem"), "x");
  }

  private @Nullable Object read(String section, String keys) {
    Problems problems = new Problems();
    Problems warnings = new Problems();
    String yaml = EXTENSIONS + "receivers: { pprof: { " + section + ": { " + keys + " } } }";
    ConfigFile file = ConfigFile.of("c.yaml", yaml.getBytes(UTF_8), directory, problems);
    CollectorFile context = CollectorFile.of(file, Variables.NONE, warnings);
    Section pprof = file.openSection("receivers").openSection("pprof");
    Object settings =
        switch (section) {
          case "self" -> new SelfReader(context).read(pprof, "pprof", null);
          case "server" ->
              new ServerReader(context).read(pprof.section("server", ServerReader.KEYS));
          default -> PprofSections.read(context, pprof).get(section);
        };
    said = problems.inFileOrder().stream().map(Problem::toString).toList();
    warned = warnings.inFileOrder().stream().map(Problem::toString).toList();
    return settings;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void key_hasItsDefault_takesAValue_andRefusesAnotherInItsWords(Row row) {
    Object without = read(row.section(), row.required());
    assertThat(said).isEmpty();
    assertThat(without).isNotNull();
    if (!row.byDefault().equals("-")) {
      assertThat(read(row.section(), row.with(row.byDefault()))).isEqualTo(without);
      assertThat(said).isEmpty();
    }
    if (!row.good().equals("-")) {
      Object changed = read(row.section(), row.with(row.good().replaceAll("^\\(|\\)$", "")));
      assertThat(said).isEmpty();
      assertThat(changed).isNotNull();
      assertThat(changed.equals(without)).isEqualTo(row.isWithoutEffect());
    }
    assertThat(warned).isEmpty();
    read(row.section(), row.with(row.bad()));
    assertThat(said).anyMatch(line -> line.contains(row.words()));
    assertThat(said).allMatch(line -> line.startsWith("c.yaml:"));
  }

  /** Ours among them, so that none is taken and passed over. */
  @Test
  void table_hasEveryKey_andThePageToo() throws Exception {
    Set<String> table = new TreeSet<>();
    rows().forEach(row -> table.add(row.section() + "." + row.key()));
    Set<String> known = new TreeSet<>();
    add(known, "remote", RemoteReader.KEYS);
    add(known, "file", FileSectionReader.keys());
    add(known, "self", SelfReader.keys());
    add(known, "server", ServerReader.KEYS);
    Set<String> ours = new HashSet<>();
    add(ours, "remote", ResourceKeys.KEYS);
    add(
        ours,
        "remote",
        Set.of(
            "profiles",
            "sample_types",
            "temporality",
            "follow_redirects",
            "max_response_body_size"));
    add(ours, "file", ResourceKeys.KEYS);
    add(ours, "file", Set.of("every_interval", "after_success", "move_to"));
    known.removeAll(ours);
    assertThat(table).isEqualTo(known);
    String page = Files.readString(PAGE);
    for (String key : known) {
      assertThat(page).contains(key.substring(key.indexOf('.') + 1));
    }
    for (String key : ours) {
      assertThat(page).contains("`" + key.substring(key.indexOf('.') + 1) + "` (ours");
    }
  }

  private static void add(Set<String> all, String section, Set<String> keys) {
    keys.forEach(key -> all.add(section + "." + key));
  }

  @Test
  void timeoutOfSelf_isSaidToHaveNoEffect_andShortIntervalsAreRefused() {
    read("self", "timeout: 3s");
    assertThat(said).isEmpty();
    assertThat(warned).singleElement().asString().contains("timeout: has no effect");
    read("self", "collection_interval: 500ms");
    assertThat(said).singleElement().asString().contains("expected 1s to 1h");
    read("self", "mutex_profile_fraction: 1000001");
    assertThat(said).singleElement().asString().contains("mutex_profile_fraction");
  }
}
