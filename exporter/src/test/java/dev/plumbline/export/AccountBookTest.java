package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;
import org.junit.jupiter.api.Test;

class AccountBookTest {
  private final AccountBook book = new AccountBook();

  @Test
  void typesWithoutEnd_shareTheLastLine() {
    for (int i = 0; i < 3 * AccountBook.MAX_TYPES; i++) {
      book.accepted(SampleCounts.of(type(i), 2));
    }
    // One that came late is counted off the line on which it was counted in.
    book.exported(SampleCounts.of(type(2 * AccountBook.MAX_TYPES), 2));
    ExportAccount account = book.account(SampleCounts.of(type(700), 2), 0, 0);
    assertThat(account.samplesByType()).hasSize(AccountBook.MAX_TYPES + 1);
    ExportAccount.Tally others = account.samplesByType().get(AccountBook.OTHER_TYPES);
    assertThat(others.accepted()).isEqualTo(4L * AccountBook.MAX_TYPES);
    assertThat(others.exported()).isEqualTo(2);
    assertThat(others.held()).isEqualTo(2);
    assertThat(account.samples().accepted()).isEqualTo(6L * AccountBook.MAX_TYPES);
  }

  @Test
  void total_isTheSumOfItsTypes() {
    book.accepted(
        SampleCounts.builder()
            .add(SimulatedExporter.CPU, 5)
            .add(SimulatedExporter.LOCKS, 3)
            .build());
    book.dropped("closed", SampleCounts.of(SimulatedExporter.CPU, 2));
    book.dropped("closed", SampleCounts.of(SimulatedExporter.LOCKS, 1));
    book.rejected("unknown", SampleCounts.of(SimulatedExporter.LOCKS, 2));
    ExportAccount account = book.account(SampleCounts.of(SimulatedExporter.CPU, 3), 0, 0);
    assertThat(account.samples().dropped()).isEqualTo(3);
    assertThat(account.samples().rejected()).isEqualTo(2);
    assertThat(account.samples().held()).isEqualTo(3);
    assertThat(account.shortfalls())
        .isEqualTo(
            "samples/count of samples/count: 5 accepted, 0 exported, dropped {closed=2},"
                + " rejected {}, 3 held; contentions/count of contentions/count: 3 accepted,"
                + " 0 exported, dropped {closed=1}, rejected {unknown=2}, 0 held");
  }

  private static ProfileType type(int number) {
    return ProfileType.builder("t" + number, "count").build();
  }
}
