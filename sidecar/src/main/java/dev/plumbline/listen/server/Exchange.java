package dev.plumbline.listen.server;

import dev.plumbline.listen.LargerThanHeapException;
import dev.plumbline.listen.LargerThanSaidException;
import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One request that passed: receives its body, has it handled on a worker, sends the answer.
 * Confined to the event loop but for {@link #handle}.
 */
final class Exchange {
  private static final Logger logger = Logger.getLogger(Exchange.class.getName());
  private static final int FIRST_BYTES = 4 << 10;

  private final ServerStack stack;
  private final String listener;
  private final Route route;
  private final HttpServerRequest request;
  private final Request head;
  private final Answer answer;
  private byte[] body = {};
  private int length;
  private boolean isOver;
  private boolean isReceived;

  Exchange(
      ServerStack stack,
      String listener,
      Route route,
      HttpServerRequest request,
      Request head,
      Answer answer) {
    this.stack = stack;
    this.listener = listener;
    this.route = route;
    this.request = request;
    this.head = head;
    this.answer = answer;
  }

  static RefusedException tooLarge(Route route) {
    return new RefusedException(
        413, "body_size", "the body has more than " + route.maxBodyBytes() + " bytes");
  }

  void receive() {
    request.exceptionHandler(broken -> brokenOff());
    request.handler(this::take);
    request.endHandler(ended -> received());
  }

  /** What is handled is held until that ends, whether or not its sender waits for the answer. */
  private void brokenOff() {
    if (!isOver && !isReceived) {
      stack.refusals().refused(listener, route.path(), 400, "broken_off");
      over();
    }
  }

  private void take(Buffer chunk) {
    if (isOver) {
      return;
    }
    try {
      keep(chunk);
    } catch (OutOfMemoryError e) { // else nobody would be answered
      refuse(noMemoryNow());
    }
  }

  private void keep(Buffer chunk) {
    if (length + (long) chunk.length() > route.maxBodyBytes()) {
      refuse(tooLarge(route));
    } else if (!stack.inFlight().reserve(chunk.length())) {
      refuse(new RefusedException(503, "in_flight", "too many bytes are being received"));
    } else {
      int before = length;
      length += chunk.length(); // reserved, so given back whatever happens
      if (length > body.length) {
        body = Arrays.copyOf(body, roomFor(length));
      }
      chunk.getBytes(body, before);
    }
  }

  /**
   * An announced length is believed as far as bytes have come, and nothing is made for more than
   * it: a body that is as long as announced need not be copied at its end.
   */
  private int roomFor(int needed) {
    long doubled = Math.max(FIRST_BYTES, needed * 2L);
    long announced = Exchanges.announcedLength(head);
    long most = announced < 0 ? route.maxBodyBytes() : Math.min(announced, route.maxBodyBytes());
    return (int) Math.min(doubled, Math.max(needed, most));
  }

  private void refuse(RefusedException refusal) {
    over();
    stack.refusals().refused(listener, route.path(), refusal.status(), refusal.reason());
    Discard.rest(request);
    answer.send(route.refusal(head, refusal));
  }

  /** Nothing is held any more. */
  private void over() {
    if (!isOver) {
      isOver = true;
      body = new byte[0];
      stack.inFlight().release(length);
    }
  }

  private void received() {
    if (isOver) {
      return;
    }
    isReceived = true;
    byte[] whole;
    try {
      whole = body.length == length ? body : Arrays.copyOf(body, length);
    } catch (OutOfMemoryError e) {
      refuse(noMemoryNow());
      return;
    }
    body = new byte[0];
    Request received =
        new Request(
            head.method(),
            head.path(),
            head.query(),
            head.headers(),
            head.remoteAddress(),
            whole,
            false);
    stack.work(() -> handle(received));
  }

  /** On a worker. */
  private void handle(Request received) {
    try {
      answer.sendFromWorker(responseTo(received));
    } finally {
      answer.onEventLoop(this::over);
    }
  }

  private Response responseTo(Request received) {
    try {
      return RequestWeight.isLarge(received) ? handleAlone(received) : handleBesideOthers(received);
    } catch (RefusedException e) {
      stack.refusals().refused(listener, route.path(), e.status(), e.reason());
      return route.refusal(head, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return closing();
    } catch (LargerThanHeapException e) {
      stack.refusals().refused(listener, route.path(), 413, "memory");
      return route.refusal(head, new RefusedException(413, "memory", e.text()));
    } catch (OutOfMemoryError e) {
      RefusedException refusal = noMemory(received.body().length);
      stack.refusals().refused(listener, route.path(), refusal.status(), refusal.reason());
      return route.refusal(head, refusal);
    } catch (Exception | StackOverflowError e) {
      if (stack.isClosed()) {
        return closing();
      }
      logger.log(Level.WARNING, "handler of " + route + " failed", e);
      stack.refusals().refused(listener, route.path(), 500, "fault");
      return route.refusal(
          head, new RefusedException(500, "fault", "a fault of ours; see our log"));
    }
  }

  /**
   * What did not fit while no other request held much will not fit later: a sender that came again
   * with it would fill the heap for ever.
   */
  private RefusedException noMemory(int ownBytes) {
    if (stack.inFlight().bytes() - ownBytes > ListenLimits.LARGE_BYTES) {
      return noMemoryNow();
    }
    long heapMib = Runtime.getRuntime().maxMemory() >> 20;
    return new RefusedException(
        413,
        "memory",
        "a body of "
            + ownBytes
            + " bytes with what is in it needs more than the heap of "
            + heapMib
            + " MiB; the key memory of the receiving daemon sets it");
  }

  private static RefusedException noMemoryNow() {
    return new RefusedException(503, "memory", "no memory for it now");
  }

  private Response closing() {
    return route.refusal(head, new RefusedException(503, "closing", "closing"));
  }

  private Response handleBesideOthers(Request received) throws Exception {
    try {
      return route.handler().handle(received);
    } catch (LargerThanSaidException | OutOfMemoryError ignored) {
      return handleAlone(received);
    }
  }

  /** What large requests become in memory must fit one at a time, not one for each worker. */
  private Response handleAlone(Request received) throws Exception {
    stack.large().acquire();
    try {
      return route.handler().handle(received.alone());
    } finally {
      stack.large().release();
    }
  }
}
