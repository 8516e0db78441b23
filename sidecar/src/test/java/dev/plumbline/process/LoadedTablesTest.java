package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.unwind.FileTable;
import dev.plumbline.unwind.FileTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two files and room for the table of one. */
@KernelAccess
class LoadedTablesTest {
  @TempDir private Path directory;

  private static StoredFile file(ElfFile elf, int inode) throws IOException {
    FileIdentity identity = new FileIdentity(8, 1, inode);
    StoredFile file =
        new StoredFile(ExecutableFile.of(identity, "/file", Path.of("/"), elf, null), 0);
    file.acquire();
    return file;
  }

  private static void sample(StoredFile file, int times) {
    for (int i = 0; i < times; i++) {
      file.file().addWeight();
    }
  }

  @Test
  void tableThatFoundNoRoom_isLoadedOnceItsFileIsTheBusierOne() throws Exception {
    Path program = Workload.gcc(directory, "many_rules.c", "rules");
    ElfFile elf = ElfFile.open(program);
    FileTable table = FileTables.build(elf, 1 << 20);
    assertThat(table).isNotNull();
    StoredFile once = file(elf, 1);
    StoredFile now = file(elf, 2);
    List<StoredFile> all = List.of(once, now);
    TrackingCounts counts = new TrackingCounts();
    try (StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      LoadedTables tables =
          new LoadedTables(sampler.tables(), table.table().bytes() * 3 / 2, counts);
      sample(once, 100);
      tables.load(once, table, all);
      tables.load(now, table, all);
      assertThat(once.table()).isNotNull();
      assertThat(now.number()).isEqualTo(CodeMapping.GUESS);
      assertThat(counts.count(TrackingCount.TABLES_SHED)).isOne();

      sample(now, 150);
      assertThat(tables.promoted(all)).as("not twice as busy").isEmpty();
      all.forEach(StoredFile::age);
      sample(now, 50);
      assertThat(tables.promoted(all)).as("busier of late").containsExactly(now);

      tables.load(now, table, all);
      tables.removeUnloaded(all);
      assertThat(now.table()).isNotNull();
      assertThat(once.number()).isEqualTo(CodeMapping.GUESS);
      assertThat(tables.promoted(all)).as("they do not take turns").isEmpty();

      now.release(0);
      tables.dispose(now);
      tables.removeUnloaded(all);
      assertThat(tables.promoted(all)).as("there is room again").containsExactly(once);
    }
  }
}
