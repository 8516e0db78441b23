package dev.plumbline.export.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Turns the one response that is awaited into an answer. Lives on the event loop. */
final class AnswerHandler extends SimpleChannelInboundHandler<FullHttpResponse> {
  private volatile @Nullable CompletableFuture<HttpAnswer> expected;

  /** Before the request is written; any thread. */
  void expect(CompletableFuture<HttpAnswer> answer) {
    expected = answer;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
    if (response.decoderResult().isFailure()) {
      fail(context, new IOException("the answer is no HTTP", response.decoderResult().cause()));
      return;
    }
    CompletableFuture<HttpAnswer> answer = expected;
    expected = null;
    if (!HttpUtil.isKeepAlive(response)) {
      closeNow(context);
    }
    if (answer != null) {
      String contentType = response.headers().get(HttpHeaderNames.CONTENT_TYPE);
      answer.complete(
          new HttpAnswer(
              response.status().code(),
              response.headers().get(HttpHeaderNames.RETRY_AFTER),
              contentType == null ? "" : contentType,
              ByteBufUtil.getBytes(response.content())));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail(context, new EOFException("the receiver closed the connection"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(context, cause);
  }

  private void fail(ChannelHandlerContext context, Throwable cause) {
    CompletableFuture<HttpAnswer> answer = expected;
    expected = null;
    closeNow(context);
    if (answer != null) {
      answer.completeExceptionally(cause);
    }
  }

  private static void closeNow(ChannelHandlerContext context) {
    // Nothing depends on when the socket is gone.
    Future<?> unused = context.close();
  }
}
