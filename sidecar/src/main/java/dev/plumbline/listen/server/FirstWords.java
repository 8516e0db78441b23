package dev.plumbline.listen.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection of which the server library does not yet know what it speaks: one that is
 * silent, or whose first head does not come to its end. The library tells of connections only after
 * that, so its own means cannot. Confined to the channel's event loop.
 */
final class FirstWords extends ChannelInboundHandlerAdapter {
  private final Duration patience;
  private @Nullable ScheduledFuture<?> end;
  private boolean isOver;

  FirstWords(Duration patience) {
    this.patience = patience;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    end =
        context.executor().schedule(() -> cut(context), patience.toMillis(), TimeUnit.MILLISECONDS);
    context.fireChannelActive();
  }

  private void cut(ChannelHandlerContext context) {
    isOver = true;
    ChannelFuture ignored = context.close();
  }

  /** Whether it was cut. */
  boolean isOver() {
    return isOver;
  }

  /** The connection ended, or has said what it wants. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (end != null) {
      end.cancel(false);
    }
  }
}
