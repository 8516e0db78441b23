package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.CodeMapping;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessImageTest {
  private static final ProcessKey KEY = new ProcessKey(7, 100);

  private static CodeRegion region(long start, long end) {
    return new CodeRegion(start, end, 0, "", null, start, CodeMapping.GUESS, null);
  }

  private static ProcessImage read(ProcessImage image, String name) {
    return image.resolved(
        image.key(), 50, new ProgramName(name, "/" + name), List.of(region(0x1000, 0x2000)));
  }

  @Test
  void sampleBeforeAnExec_isOfTheOldProgram() {
    ProcessImage old = read(ProcessImage.unresolved(KEY, 0, "old"), "old");
    ProcessImage changed = old.executed(1000, "new");
    assertThat(changed.isResolved()).isFalse();
    assertThat(changed.at(999)).isSameAs(old);
    assertThat(changed.at(1000).name()).isEqualTo("new");
    ProcessImage third = read(changed, "new").executed(2000, "third");
    assertThat(third.at(1500).name()).isEqualTo("new");
    assertThat(third.at(10).name()).as("only one program back").isEqualTo("new");
  }

  @Test
  void lateReading_doesNotReplaceANewerProgram() {
    ProcessDirectory directory = new ProcessDirectory();
    ProcessImage first = ProcessImage.unresolved(KEY, 0, "first");
    directory.put(first);
    directory.update(ProcessImage.unresolved(KEY, 9, "x"), old -> old.executed(9, "second"));
    assertThat(directory.replace(first, read(first, "first"))).isFalse();
    ProcessImage second = directory.find(7, 100);
    assertThat(second).isNotNull();
    assertThat(directory.replace(second, read(second, "second"))).isTrue();
  }

  @Test
  void reusedId_isAnotherProcess() {
    ProcessDirectory directory = new ProcessDirectory();
    directory.put(read(ProcessImage.unresolved(KEY, 0, "old"), "old"));
    assertThat(directory.find(7, 101)).isNull();
    assertThat(directory.find(7, 100)).isNotNull();
    assertThat(directory.find(7, 0)).as("start not known").isNotNull();
    ProcessImage other = ProcessImage.unresolved(new ProcessKey(7, 101), 0, "other");
    assertThat(directory.replace(other, read(other, "other"))).isTrue();
    assertThat(directory.find(7, 100)).isNull();
    directory.remove(KEY);
    assertThat(directory.find(7, 101)).isNotNull();
  }

  @Test
  void idThatIsGivenAgainAtOnce_keepsBothProcessesForTheirSamples() {
    ProcessDirectory directory = new ProcessDirectory();
    ProcessImage old = ProcessImage.unresolved(KEY, 0, "old");
    directory.put(old);
    ProcessImage other = ProcessImage.unresolved(new ProcessKey(7, 101), 0, "other");
    directory.put(other);
    ProcessImage lateReading = read(old, "old");
    assertThat(directory.replace(old, lateReading)).isFalse();
    assertThat(directory.find(7, 0)).isSameAs(other);
    assertThat(directory.findSampled(7, 101)).isSameAs(other);
    assertThat(directory.findSampled(7, 100)).isSameAs(lateReading);
    assertThat(directory.find(7, 100)).as("it cannot be read any more").isNull();
    directory.remove(KEY);
    assertThat(directory.findSampled(7, 100)).isNull();
  }

  @Test
  void region_isFoundByAddress() {
    ProcessImage image =
        ProcessImage.unresolved(KEY, 0, "a")
            .resolved(
                KEY,
                1,
                new ProgramName("a", null),
                List.of(region(0x1000, 0x2000), region(0x3000, 0x4000), region(-0x2000, -0x1000)));
    assertThat(image.region(0xfff)).isNull();
    assertThat(image.region(0x1000)).isEqualTo(region(0x1000, 0x2000));
    assertThat(image.region(0x2000)).isNull();
    assertThat(image.region(0x3fff)).isEqualTo(region(0x3000, 0x4000));
    assertThat(image.region(-0x1800)).isEqualTo(region(-0x2000, -0x1000));
    assertThat(image.region(-1)).isNull();
  }

  @Test
  void forkedChild_countsForItself() {
    ProcessImage parent = read(ProcessImage.unresolved(KEY, 0, "a"), "a");
    ProcessImage child = parent.forked(new ProcessKey(8, 200), 77);
    assertThat(child.isResolved()).isTrue();
    assertThat(child.hasCodeOf(parent)).isTrue();
    assertThat(child.ends()).isNotSameAs(parent.ends());
  }
}
