package dev.plumbline.listen.server;

import dev.plumbline.listen.ListenLimits;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Brings a streamed body to the event loop in pieces, one at a time: the next one is taken when the
 * connection has the one before. Confined to a worker.
 */
final class ResponseStream extends OutputStream {
  private static final int PIECE_BYTES = 64 << 10;

  private final Function<Buffer, Future<Void>> sender;
  private byte[] piece = new byte[PIECE_BYTES];
  private int length;

  ResponseStream(Function<Buffer, Future<Void>> sender) {
    this.sender = sender;
  }

  @Override
  public void write(int b) throws IOException {
    if (length == piece.length) {
      flush();
    }
    piece[length++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    int from = offset;
    int left = count;
    while (left > 0) {
      if (length == piece.length) {
        flush();
      }
      int part = Math.min(left, piece.length - length);
      System.arraycopy(bytes, from, piece, length, part);
      length += part;
      from += part;
      left -= part;
    }
  }

  @Override
  public void flush() throws IOException {
    if (length == 0) {
      return;
    }
    Buffer full = Buffer.buffer(length).appendBytes(piece, 0, length);
    length = 0;
    try {
      sender
          .apply(full)
          .toCompletionStage()
          .toCompletableFuture()
          .get(ListenLimits.SLOW_CLIENT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("closing");
    } catch (ExecutionException e) {
      throw new IOException("the client is gone", e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the client takes nothing", e);
    }
  }
}
