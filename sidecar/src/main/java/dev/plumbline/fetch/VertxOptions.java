package dev.plumbline.fetch;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;

/** Settings of ours in the words of Vert.x. Stateless. */
final class VertxOptions {
  static final int CONNECT_MILLIS = 30_000;

  private VertxOptions() {}

  static HttpClientOptions ofClient(ConnectionSettings wanted, boolean isHttp2Offered) {
    int idleSeconds =
        (int) Math.min(Integer.MAX_VALUE, wanted.idleTimeout().plusMillis(999).toSeconds());
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setKeepAlive(wanted.reuse() == ConnectionSettings.Reuse.KEPT)
            .setKeepAliveTimeout(idleSeconds)
            .setHttp2KeepAliveTimeout(idleSeconds)
            .setDecompressionSupported(false)
            .setHttp2ClearTextUpgrade(false)
            .setUseAlpn(isHttp2Offered)
            .setProtocolVersion(isHttp2Offered ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1);
    if (isHttp2Offered) {
      options.setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1));
    }
    if (wanted.readBufferBytes() > 0) {
      options.setReceiveBufferSize(wanted.readBufferBytes());
    }
    if (wanted.writeBufferBytes() > 0) {
      options.setSendBufferSize(wanted.writeBufferBytes());
    }
    return options;
  }

  /** The name in the server's certificate is that of the host of these options. */
  static RequestOptions ofRequest(ClientSettings settings, FetchRequest request) {
    String host = host(request.url());
    String serverName = settings.tls().serverName();
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.form() == null ? HttpMethod.GET : HttpMethod.POST)
            .setHost(serverName == null || !request.isTls() ? host : serverName)
            .setPort(request.port())
            .setServer(SocketAddress.inetSocketAddress(request.port(), host))
            .setSsl(request.isTls())
            .setURI(request.target())
            .setFollowRedirects(false);
    if (!request.isTls()) {
      options.setProtocolVersion(HttpVersion.HTTP_1_1);
    }
    URI proxy = settings.proxy().proxyOf(request.url());
    return proxy == null ? options : options.setProxyOptions(proxyOptions(proxy));
  }

  private static String host(URI url) {
    return url.getHost().replaceAll("[\\[\\]]", "");
  }

  private static ProxyOptions proxyOptions(URI proxy) {
    boolean isSocks = String.valueOf(proxy.getScheme()).startsWith("socks");
    ProxyOptions options =
        new ProxyOptions()
            .setType(isSocks ? ProxyType.SOCKS5 : ProxyType.HTTP)
            .setHost(host(proxy))
            .setPort(proxy.getPort() > 0 ? proxy.getPort() : isSocks ? 1080 : 80);
    String user = proxy.getUserInfo();
    if (user != null) {
      int colon = user.indexOf(':');
      options.setUsername(colon < 0 ? user : user.substring(0, colon));
      options.setPassword(colon < 0 ? "" : user.substring(colon + 1));
    }
    return options;
  }

  /** What {@code Host} says: the configured one at our own server. */
  static HostAndPort authority(ClientSettings settings, FetchRequest request, boolean isOurs) {
    String host = settings.host();
    if (host != null && isOurs) {
      int colon = host.lastIndexOf(':');
      boolean hasPort = colon > 0 && host.substring(colon + 1).matches("\\d{1,5}");
      return HostAndPort.create(
          hasPort ? host.substring(0, colon) : host,
          hasPort ? Integer.parseInt(host.substring(colon + 1)) : request.port());
    }
    return HostAndPort.create(request.url().getHost(), request.port());
  }
}
