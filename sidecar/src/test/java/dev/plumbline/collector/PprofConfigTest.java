package dev.plumbline.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.config.Variables;
import dev.plumbline.fetch.ClientSettings;
import dev.plumbline.listen.ConnectionRules;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.profilefile.FileSettings;
import dev.plumbline.receive.ServerOptions;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.scrape.RemoteSettings;
import dev.plumbline.scrape.ScrapeTarget;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PprofConfigTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  private Map<String, PullSource> read(String yaml) {
    ConfigFile file =
        ConfigFile.of("c.yaml", yaml.getBytes(StandardCharsets.UTF_8), directory, problems);
    CollectorFile context = CollectorFile.of(file, Variables.NONE, warnings);
    Section pprof = file.openSection("receivers").openSection("pprof");
    return PprofSections.read(context, pprof);
  }

  private RemoteSettings remote(String keys) {
    RemoteSettings settings =
        (RemoteSettings) read("receivers: { pprof: { remote: { " + keys + " } } }").get("remote");
    assertThat(problems.inFileOrder()).isEmpty();
    return settings;
  }

  private List<String> problems(String yaml) {
    read(yaml);
    return problems.inFileOrder().stream().map(Problem::toString).toList();
  }

  private List<String> remoteProblems(String keys) {
    return problems("receivers: { pprof: { remote: { " + keys + " } } }");
  }

  @Test
  void defaults_areTheCollectors() {
    RemoteSettings remote = remote("endpoint: 'http://app:6060/debug/pprof/heap'");
    ScrapeTarget target = remote.targets().get(0);
    assertThat(target.url()).isEqualTo(URI.create("http://app:6060/debug/pprof/heap"));
    assertThat(target.schedule().interval()).isEqualTo(Duration.ofSeconds(10));
    assertThat(target.schedule().initialDelay()).isEqualTo(Duration.ofSeconds(1));
    assertThat(target.timeout()).isEqualTo(Duration.ZERO);
    assertThat(target.resource().attributes().string("service.name")).isEqualTo("app:6060");
    assertThat(remote.client())
        .isEqualTo(ClientSettings.builder(URI.create("http://app:6060/debug/pprof/heap")).build());
  }

  @Test
  void everyKeyOfTheClient_isTaken() throws Exception {
    Path ca = Files.writeString(directory.resolve("ca.pem"), "x");
    String keys =
        """
        collection_interval: 30s, initial_delay: -1s, timeout: 5s, proxy_url: "http://p:1",
        tls: { insecure: false, insecure_skip_verify: true, server_name_override: n, ca_file: ca.pem,
               min_version: "1.3", max_version: "1.3", cipher_suites: [TLS_AES_128_GCM_SHA256],
               reload_interval: 1m, include_system_ca_certs_pool: true },
        headers: { X-A: b, Host: h }, auth: { authenticator: basicauth/a },
        compression: gzip, compression_params: { level: 3 },
        read_buffer_size: 1024, write_buffer_size: 2048, max_idle_conns: 3,
        max_idle_conns_per_host: 2, max_conns_per_host: 4, idle_conn_timeout: 20s,
        disable_keep_alives: true, http2_read_idle_timeout: 10s, http2_ping_timeout: 5s,
        force_attempt_http2: false, cookies: , middlewares: [], follow_redirects: false,
        max_response_body_size: 1MiB, service_name: shop, resource_attributes: { env: prod },
        sample_types: [inuse_space], endpoint: "https://app/p?key=1"
        """;
    RemoteSettings remote =
        (RemoteSettings)
            read("extensions: { basicauth/a: { client_auth: { username: u, password: p } } }\n"
                    + "receivers: { pprof: { remote: { "
                    + keys.replace('\n', ' ')
                    + " } } }")
                .get("remote");
    assertThat(problems.inFileOrder()).isEmpty();
    assertThat(ca).exists();
    ScrapeTarget target = remote.targets().get(0);
    assertThat(target.schedule().initialDelay()).isEqualTo(Duration.ZERO);
    assertThat(target.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(target.sampleTypes()).containsExactly("inuse_space");
    assertThat(target.resource().attributes().string("env")).isEqualTo("prod");
    assertThat(target.resource().attributes().string("url.full"))
        .isEqualTo("https://app/p?key=REDACTED");
  }

  @Test
  void table_givesEachTypeItsWindowAndSchedule() {
    RemoteSettings remote =
        remote(
            "endpoint: 'http://app:6060/', collection_interval: 60s, timeout: 3s, profiles: {"
                + " cpu: { seconds: 10 }, heap: , block: { collection_interval: 5s },"
                + " custom: { path: /mine?x=1, timeout: 7s, sample_types: [a] } }");
    assertThat(remote.targets())
        .extracting(target -> target.url() + " " + target.timeout().toSeconds())
        .containsExactly(
            "http://app:6060/debug/pprof/profile?seconds=10 13",
            "http://app:6060/debug/pprof/heap 3",
            "http://app:6060/debug/pprof/block?seconds=4 7",
            "http://app:6060/mine?x=1 7");
    assertThat(remote.targets().get(1).sampleTypes())
        .containsExactlyInAnyOrder("inuse_objects", "inuse_space");
  }

  @Test
  void tableFaults_areAllTold() {
    assertThat(
            remoteProblems(
                "endpoint: 'http://app/?x=1', profiles: { cpu: { seconds: 10 }, other: {},"
                    + " mutex: { collection_interval: 1s }, heap: { path: x },"
                    + " block: { seconds: 5, timeout: 5s } }"))
        .anyMatch(line -> line.contains("remote.endpoint: has a query"))
        .anyMatch(line -> line.contains("cpu.seconds: expected 1 to 9"))
        .anyMatch(line -> line.contains("other.path: must be specified"))
        .anyMatch(line -> line.contains("mutex.collection_interval: is 1s, expected at least 2s"))
        .anyMatch(line -> line.contains("heap.path: expected a path"))
        .anyMatch(line -> line.contains("block.timeout: expected more than the window"));
  }

  @Test
  void faults_areTold_inTheCollectorsWords() {
    assertThat(remoteProblems("collection_interval: 0s"))
        .anyMatch(line -> line.contains("remote.endpoint must be specified"));
    assertThat(
            remoteProblems(
                "endpoint: 'http://a', collection_interval: -1s, timeout: -1s, colour: red,"
                    + " compression: brotli, middlewares: [{id: x}, y], proxy_url: 'ftp://u:word@p',"
                    + " auth: { authenticator: sigv4auth }, headers: { Content-Length: 1 }"))
        .anyMatch(line -> line.contains("collection_interval: requires positive value"))
        .anyMatch(line -> line.contains("timeout: requires positive value"))
        .anyMatch(line -> line.contains("colour: unknown key"))
        .anyMatch(line -> line.contains("unsupported compression type \"brotli\""))
        .anyMatch(line -> line.contains("middlewares: names \"y\""))
        .anyMatch(line -> line.contains("proxy_url: expected the URL of a proxy"))
        .anyMatch(line -> line.contains("names the extension \"sigv4auth\""))
        .anyMatch(line -> line.contains("Content-Length is a header of the request itself"))
        .noneMatch(line -> line.contains("word"));
  }

  @Test
  void timeoutBelowTheWindow_isRefused_sinceEveryTryWouldFail() {
    assertThat(remoteProblems("endpoint: 'http://a/p?seconds=30', timeout: 30s"))
        .singleElement()
        .asString()
        .contains("expected more than the 30 seconds");
  }

  @Test
  void tlsFaults_areTold() {
    assertThat(
            remoteProblems(
                "endpoint: 'https://a', tls: { ca_file: none.pem, ca_pem: x, cert_pem: x,"
                    + " min_version: '1.3', max_version: '1.2', cipher_suites: [TLS_NONE],"
                    + " curve_preferences: [P257], tpm: {} }"))
        .anyMatch(line -> line.contains("ca_file: no readable file"))
        .anyMatch(line -> line.contains("provide either ca_file or ca_pem"))
        .anyMatch(line -> line.contains("provide both certificate and key"))
        .anyMatch(line -> line.contains("cannot be greater than max_version"))
        .anyMatch(line -> line.contains("does not know the suite \"TLS_NONE\""))
        .anyMatch(line -> line.contains("has \"P257\""))
        .anyMatch(line -> line.contains("tpm: keys in a TPM cannot be used"));
  }

  @Test
  void extensions_ofOtherKinds_areRefusedByName_andFaultsOfTheKnownAreTold() {
    assertThat(
            problems(
                "extensions:\n"
                    + "  health_check: {}\n"
                    + "  basicauth/both: { htpasswd: {}, client_auth: {} }\n"
                    + "  basicauth/none: {}\n"
                    + "  basicauth/bcrypt: { htpasswd: { inline: 'a:$2y$10$x' } }\n"
                    + "  bearertokenauth: { token: a, tokens: [b] }\n"
                    + "  oauth2client: { grant_type: password }\n"))
        .anyMatch(line -> line.contains("health_check: is an extension of a kind"))
        .anyMatch(line -> line.contains("stands beside client_auth"))
        .anyMatch(line -> line.contains("no credential source provided"))
        .anyMatch(line -> line.contains("a hash of a kind that is not known"))
        .anyMatch(line -> line.contains("expected exactly one of token"))
        .anyMatch(line -> line.contains("client_id"))
        .anyMatch(line -> line.contains("token_url"))
        .anyMatch(line -> line.contains("grant_type: is \"password\""));
  }

  @Test
  void extension_ofAServer_isNoClients() {
    assertThat(
            problems(
                "extensions: { basicauth: { htpasswd: { inline: 'a:b' } } }\n"
                    + "receivers: { pprof: { remote: { endpoint: 'http://a',"
                    + " auth: { authenticator: basicauth } } } }"))
        .singleElement()
        .asString()
        .contains("is a server's, expected a client's");
  }

  private FileSettings file(String keys) {
    FileSettings settings =
        (FileSettings) read("receivers: { pprof: { file: { " + keys + " } } }").get("file");
    assertThat(problems.inFileOrder()).isEmpty();
    return settings;
  }

  @Test
  void file_hasTheCollectorsDefaults_andOurKeys() {
    FileSettings defaults = file("include: 'in/*.pb.gz'");
    assertThat(defaults.include()).hasToString("in/*.pb.gz");
    assertThat(defaults.schedule().interval()).isEqualTo(Duration.ofSeconds(10));
    assertThat(defaults.turns()).isEqualTo(FileSettings.Turns.CHANGES);
    assertThat(defaults.afterSuccess()).isEqualTo(FileSettings.AfterSuccess.KEEP);
    FileSettings all =
        file(
            "include: 'in/**', collection_interval: 1m, initial_delay: 0s, timeout: 5s,"
                + " every_interval: false, after_success: move, move_to: done, service_name: shop");
    assertThat(all.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(all.afterSuccess().directory()).isEqualTo(directory.resolve("done"));
    assertThat(all.attributes().string("service.name")).isEqualTo("shop");
  }

  @Test
  void fileFaults_areTold() {
    assertThat(
            problems(
                "receivers: { pprof: { file: { after_success: move, every_interval: maybe } } }"))
        .anyMatch(line -> line.contains("file.include must be specified"))
        .anyMatch(line -> line.contains("move_to: belongs to after_success: move"))
        .anyMatch(line -> line.contains("every_interval: expected true or false"));
    assertThat(
            problems(
                "receivers: { pprof: { file: { include: '[a', every_interval: true,"
                    + " after_success: delete } } }"))
        .anyMatch(line -> line.contains("include: is a malformed pattern"))
        .anyMatch(line -> line.contains("after_success: stands beside every_interval"));
  }

  @Test
  void flatKeys_areTaken_andTheNewFormIsSaid() {
    Map<String, PullSource> sources =
        read(
            "receivers: { pprof: { endpoint: 'http://app/p', collection_interval: 30s,"
                + " include: 'in/*', headers: { X-A: b } } }");
    assertThat(problems.inFileOrder()).isEmpty();
    assertThat(sources).containsOnlyKeys("remote", "file");
    RemoteSettings remote = (RemoteSettings) sources.get("remote");
    assertThat(remote.targets().get(0).schedule().interval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(warnings.inFileOrder())
        .extracting(Problem::toString)
        .anyMatch(
            line ->
                line.endsWith(
                    "pprof.endpoint: is the form of older versions, write remote.endpoint"))
        .anyMatch(line -> line.contains("write file.include"))
        .anyMatch(line -> line.contains("write remote.headers"))
        .anyMatch(line -> line.contains("write remote.collection_interval"));
  }

  @Test
  void flatKey_besideItsSection_isRefused() {
    assertThat(
            problems(
                "receivers: { pprof: { endpoint: 'http://a', remote: { endpoint: 'http://b' } } }"))
        .singleElement()
        .asString()
        .contains("endpoint: stands beside remote");
  }

  @Test
  void flatKeys_thatBelongToNothing_areRefused() {
    assertThat(
            problems(
                "receivers: { pprof: { include: 'in/*', headers: { a: b },"
                    + " mutex_profile_fraction: 5 } }"))
        .singleElement()
        .asString()
        .contains("headers: belongs to remote, whose endpoint is missing");
  }

  private ServerReader.Server server(String keys) {
    ConfigFile file =
        ConfigFile.of(
            "c.yaml",
            ("extensions: { bearertokenauth: { token: t },"
                    + " oauth2client: { client_id: a, client_secret: b, token_url: 'http://t/' } }\n"
                    + "server: { "
                    + keys
                    + " }")
                .getBytes(StandardCharsets.UTF_8),
            directory,
            problems);
    CollectorFile context = CollectorFile.of(file, Variables.NONE, warnings);
    return new ServerReader(context).read(file.section("server", ServerReader.KEYS));
  }

  @Test
  void server_hasTheCollectorsDefaults() {
    ServerReader.Server server = server("endpoint: 'localhost:4040', max_request_body_size: -1");
    assertThat(problems.inFileOrder()).isEmpty();
    assertThat(server.address()).isEqualTo(ListenAddress.parse("localhost:4040"));
    assertThat(server.maxBodyBytes()).isEqualTo(20 << 20);
    assertThat(server.options().encodings()).isEqualTo(ServerOptions.ALL_ENCODINGS);
    assertThat(server.options().rules())
        .isEqualTo(
            new ConnectionRules(
                Duration.ofMinutes(1),
                Duration.ZERO,
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                ConnectionRules.Reuse.KEPT));
  }

  @Test
  void everyKeyOfTheServer_isTaken() throws Exception {
    Files.writeString(directory.resolve("x.pem"), "x");
    ServerReader.Server server =
        server(
            "endpoint: ':4040', transport: tcp6, cors: { allowed_origins: ['https://*.example'],"
                + " allowed_headers: ['*'], exposed_headers: [X-A], max_age: 60 },"
                + " auth: { authenticator: bearertokenauth, request_params: [authorization] },"
                + " max_request_body_size: 1MiB, include_metadata: true,"
                + " response_headers: { X-B: c }, compression_algorithms: ['', gzip],"
                + " read_timeout: 1s, read_header_timeout: 2s, write_timeout: 3s,"
                + " idle_timeout: 4s, keep_alives_enabled: false, middlewares: [],"
                + " tls: { cert_file: x.pem, key_file: x.pem, client_ca_file: x.pem,"
                + " client_ca_file_reload: true, reload_interval: 1m, min_version: '1.3' }");
    assertThat(problems.inFileOrder()).isEmpty();
    assertThat(server.address().host()).isEqualTo("::");
    assertThat(server.tls().rules().protocols()).containsExactly("TLSv1.3");
    assertThat(server.options().encodings()).containsExactlyInAnyOrder("", "gzip");
    assertThat(server.options().responseHeaders()).containsEntry("X-B", "c");
    assertThat(server.options().rules().reuse()).isEqualTo(ConnectionRules.Reuse.CLOSED);
    assertThat(server.options().metadata()).isEqualTo(ServerOptions.Metadata.KEPT);
    assertThat(server.options().rules().head()).isEqualTo(Duration.ofSeconds(2));
    assertThat(warnings.inFileOrder()).isEmpty();
  }

  @Test
  void serverFaults_areTold() {
    server(
        "transport: udp, auth: { authenticator: oauth2client }, compression_algorithms: [br],"
            + " tls: { cert_pem: x }, middlewares: [m]");
    assertThat(problems.inFileOrder())
        .extracting(Problem::toString)
        .anyMatch(line -> line.contains("server.endpoint must be specified"))
        .anyMatch(line -> line.contains("transport: expected tcp or tcp4"))
        .anyMatch(line -> line.contains("is a client's, expected a server's"))
        .anyMatch(line -> line.contains("compression_algorithms: has \"br\""))
        .anyMatch(line -> line.contains("provide both certificate and key"))
        .anyMatch(line -> line.contains("middlewares: names \"m\""));
  }

  @Test
  void authoritiesOfAServer_haveNoEffect_andItIsSaid() throws Exception {
    Files.writeString(directory.resolve("x.pem"), "x");
    server("endpoint: ':4040', tls: { cert_pem: x, key_pem: y, ca_file: x.pem }");
    assertThat(problems.inFileOrder()).isEmpty();
    assertThat(warnings.inFileOrder())
        .extracting(Problem::toString)
        .anyMatch(line -> line.contains("tls.ca_file: has no effect here"));
  }

  @Test
  void cipherSuites_leaveTls13AsItIs_unlessTheyNameSomeOfIt() {
    String tls = "endpoint: ':4040', tls: { cert_pem: x, key_pem: y, cipher_suites: ";
    String old = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    assertThat(server(tls + "[" + old + "] }").tls().rules().cipherSuites())
        .contains(old, "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384");
    assertThat(server(tls + "[" + old + ", TLS_AES_256_GCM_SHA384] }").tls().rules().cipherSuites())
        .containsExactly(old, "TLS_AES_256_GCM_SHA384");
    assertThat(server(tls + "[" + old + "], max_version: '1.2' }").tls().rules().cipherSuites())
        .containsExactly(old);
    assertThat(problems.inFileOrder()).isEmpty();
  }

  @Test
  void curvesOfAServer_needANewerJava() {
    String keys = "endpoint: ':4040', tls: { cert_pem: x, key_pem: y, curve_preferences: [P384] }";
    assertThat(server(keys).tls().rules().groups()).containsExactly("secp384r1");
    boolean isTaken = Runtime.version().feature() >= 20;
    assertThat(problems.inFileOrder().isEmpty()).isEqualTo(isTaken);
  }

  @Test
  void unixTransport_isAPath() {
    ServerReader.Server server = server("transport: unix, endpoint: /run/p.sock");
    assertThat(server.address().isUnix()).isTrue();
    assertThat(server.address()).hasToString("/run/p.sock");
  }

  @Test
  void portAlone_isRefused_sinceItDoesNotSayThatAnybodyMayCome() {
    assertThat(server("endpoint: '4040'")).isNull();
    assertThat(problems.inFileOrder())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .contains("\"4040\" is no address to listen on");
  }

  @Test
  void valueOfAnotherKind_isSaidOnce() {
    assertThat(problems("receivers: { pprof: { file: { include: [a, b] } } }"))
        .singleElement()
        .asString()
        .contains("expected a single value, found a list");
  }
}
