package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JavaFrameResolverTest {
  private static final long NATIVE_WORD = 0x1000;

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final List<WaitingStack<String>> collected = new ArrayList<>();

  private static long code(HotSpotProcess jvm) {
    return jvm.layout().heaps().get(0).low() + 0x1000;
  }

  private void collectUntil(JavaFrameResolver<String> resolver, int count) {
    while (collected.size() < count) {
      resolver.collect(collected::add);
      Thread.onSpinWait();
    }
  }

  @Test
  void stacks_comeBackNamed() throws IOException {
    HotSpotProcess jvm = OwnJvm.attach(OwnJvm.memory());
    try (JavaFrameResolver<String> resolver = new JavaFrameResolver<>(now::get)) {
      resolver.start();
      resolver.add("a", jvm, new long[] {code(jvm), NATIVE_WORD}, System.nanoTime());
      collectUntil(resolver, 1);
      assertThat(collected.get(0).context()).isEqualTo("a");
      assertThat(collected.get(0).frames(0)).isNotEmpty();
      assertThat(collected.get(0).frames(1)).isEmpty();
      assertThat(collected.get(0).word(1)).isEqualTo(NATIVE_WORD);
      assertThat(resolver.tooLate()).isZero();
    }
  }

  @Test
  void stacks_thatWaitTooLong_comeBackWithMarkers_once() throws Exception {
    CountDownLatch isReading = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    MemoryReader memory = OwnJvm.memory();
    boolean[] blocks = new boolean[1];
    HotSpotProcess jvm =
        OwnJvm.attach(
            (address, length) -> {
              if (blocks[0]) {
                isReading.countDown();
                try {
                  release.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  throw new IOException(e);
                }
              }
              return memory.read(address, length);
            });
    blocks[0] = true;
    try (JavaFrameResolver<String> resolver = new JavaFrameResolver<>(now::get)) {
      resolver.start();
      resolver.add("stuck", jvm, new long[] {code(jvm), NATIVE_WORD}, 0);
      isReading.await();
      resolver.add("behind it", jvm, new long[] {code(jvm)}, 0);
      now.addAndGet(JavaFrameResolver.MAX_WAIT_NANOS);
      resolver.collect(collected::add);
      assertThat(collected).isEmpty();
      now.addAndGet(1);
      resolver.collect(collected::add);
      assertThat(collected).extracting(WaitingStack::context).containsExactly("stuck", "behind it");
      assertThat(collected.get(0).frames(0)).containsExactly(Unresolved.TOO_LATE.frame());
      assertThat(collected.get(0).frames(1)).isEmpty();
      assertThat(resolver.tooLate()).isEqualTo(2);
      release.countDown();
      resolver.add("next", jvm, new long[] {code(jvm)}, 0);
      collectUntil(resolver, 3);
      assertThat(collected.get(2).context()).isEqualTo("next");
    }
  }

  @Test
  void stacks_beyondTheLimit_areRefusedAtOnce() throws IOException {
    HotSpotProcess jvm = OwnJvm.attach(OwnJvm.memory());
    JavaFrameResolver<String> resolver = new JavaFrameResolver<>(now::get);
    for (int i = 0; i <= JavaFrameResolver.MAX_WAITING; i++) {
      resolver.add("s" + i, jvm, new long[] {code(jvm)}, 0);
    }
    assertThat(resolver.refused()).isEqualTo(1);
    resolver.collect(collected::add);
    assertThat(collected).hasSize(1);
    assertThat(collected.get(0).frames(0)).containsExactly(Unresolved.TOO_LATE.frame());
    resolver.close();
    resolver.collect(collected::add);
    assertThat(collected).hasSize(JavaFrameResolver.MAX_WAITING + 1);
  }
}
