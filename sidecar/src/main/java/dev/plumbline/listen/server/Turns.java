package dev.plumbline.listen.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * Of a connection of HTTP/1 whose client has said its last word, as {@code shutdown(2)} of its
 * sending side does: sends the answers that it waits for, and closes it then; at once if it waits
 * for none, or broke a request off. Stands between the codec and the server library. Confined to
 * the channel's event loop.
 */
final class Turns extends ChannelDuplexHandler {
  private int unanswered;
  private boolean isInRequest;
  private boolean isInterim;
  private boolean isLast;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest) {
      unanswered++;
      isInRequest = true;
    }
    if (message instanceof LastHttpContent) {
      isInRequest = false;
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof HttpResponse response) {
      isInterim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
    ChannelPromise written = promise;
    if (message instanceof LastHttpContent && !isInterim) {
      unanswered--;
      if (isLast && unanswered <= 0) {
        written = promise.unvoid();
        written.addListener(ChannelFutureListener.CLOSE);
      }
    }
    ChannelFuture ignored = context.write(message, written);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      isLast = true;
      if (unanswered <= 0 || isInRequest) {
        close(context.channel());
      }
    }
    context.fireUserEventTriggered(event);
  }

  private static void close(Channel channel) {
    ChannelFuture ignored = channel.close();
  }
}
