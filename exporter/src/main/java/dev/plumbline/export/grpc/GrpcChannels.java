package dev.plumbline.export.grpc;

import dev.plumbline.export.ProductVersion;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.transport.TransportLoop;
import io.grpc.CompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.ssl.SslContext;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds channels for the least footprint in a foreign process: one event loop that also runs the
 * callbacks, buffers that are not pooled, no retry, no tracing, no service configuration by name
 * service.
 */
final class GrpcChannels {
  /** A reply beyond this is refused, as the OTLP specification allows. */
  static final int MAX_REPLY_BYTES = 4 << 20;

  private static final int MAX_REPLY_HEADER_BYTES = 64 << 10;
  private static final int FLOW_CONTROL_WINDOW_BYTES = 64 << 10;

  private final ExporterSettings settings;
  private final String authority;
  private final List<Metadata.Key<?>> secretKeys;

  /**
   * @param authority of the endpoint, unless the settings name another
   * @param headers what every call carries: values stay out of the tables that HPACK keeps
   */
  GrpcChannels(ExporterSettings settings, String authority, Metadata headers) {
    this.settings = settings;
    this.authority = authority;
    List<Metadata.Key<?>> keys = new ArrayList<>();
    for (String key : headers.keys()) {
      keys.add(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER));
    }
    this.secretKeys = Collections.unmodifiableList(keys);
  }

  /**
   * Connects nothing yet.
   *
   * @param address looked up already: the library's own look-up logs each failure, and would need a
   *     thread
   * @param context null for plaintext
   */
  ManagedChannel open(TransportLoop loop, SocketAddress address, @Nullable SslContext context) {
    NettyChannelBuilder builder = forAddress(loop, address);
    if (context == null) {
      builder.usePlaintext();
    } else {
      builder.sslContext(context);
    }
    String serverName = settings.tls().serverName();
    return builder
        .overrideAuthority(serverName == null ? authority : serverName)
        .eventLoopGroup(loop.group())
        .directExecutor()
        .withOption(ChannelOption.ALLOCATOR, new UnpooledByteBufAllocator(true, true))
        .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
        .maxInboundMessageSize(MAX_REPLY_BYTES)
        .maxInboundMetadataSize(MAX_REPLY_HEADER_BYTES)
        .compressorRegistry(compressors())
        .neverIndexMetadataKeys(secretKeys)
        .maxTraceEvents(0)
        .disableRetry()
        .disableServiceConfigLookUp()
        .userAgent(ProductVersion.userAgent())
        .build();
  }

  private static CompressorRegistry compressors() {
    CompressorRegistry registry = CompressorRegistry.newEmptyInstance();
    registry.register(new GzipOnce());
    return registry;
  }

  private NettyChannelBuilder forAddress(TransportLoop loop, SocketAddress address) {
    NettyChannelBuilder builder = NettyChannelBuilder.forAddress(address);
    if (address instanceof DomainSocketAddress) {
      // grpc-java asks for keep-alive, and Netty warns where a socket has none.
      return builder
          .channelType(loop.unixSocketChannel())
          .withOption(ChannelOption.SO_KEEPALIVE, null);
    }
    return builder.channelType(loop.socketChannel());
  }
}
