package dev.plumbline.spool;

import dev.plumbline.export.AccountBook;
import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.profile.SampleCounts;

/**
 * The account of one spool: accepted = exported + dropped + rejected + held, for each profile type.
 * What was found on disk at the start counts as accepted. Thread-safe.
 */
final class SpoolBook {
  private final Object lock = new Object();
  private final AccountBook book = new AccountBook();
  private SampleCounts held = SampleCounts.EMPTY;
  private long heldRequests;
  private long heldBytes;

  void accepted(SampleCounts samples) {
    synchronized (lock) {
      book.accepted(samples);
      held = SampleCounts.builder().add(held).add(samples).build();
    }
  }

  /**
   * What became of a request. One that was encoded anew may have counted its samples otherwise:
   * then all of them share the fate of most.
   *
   * @param samples of the request as it was accepted
   */
  void settled(SampleCounts samples, Settlement settlement) {
    SampleCounts.Builder sum = SampleCounts.builder();
    sum.add(settlement.exported()).add(settlement.rejected()).add(settlement.dropped());
    boolean fits = sum.build().equals(samples);
    synchronized (lock) {
      if (fits) {
        book.exported(settlement.exported());
        book.rejected(settlement.reason(), settlement.rejected());
        book.dropped(settlement.reason(), settlement.dropped());
      } else if (settlement.exported().total() > 0) {
        book.exported(samples);
      } else if (settlement.rejected().total() > 0) {
        book.rejected(settlement.reason(), samples);
      } else {
        book.dropped(settlement.reason(), samples);
      }
      held = held.minus(samples);
    }
  }

  void dropped(String reason, SampleCounts samples) {
    synchronized (lock) {
      book.dropped(reason, samples);
      held = held.minus(samples);
    }
  }

  /** How much is on disk. */
  void onDisk(long requests, long bytes) {
    synchronized (lock) {
      heldRequests = requests;
      heldBytes = bytes;
    }
  }

  ExportAccount account() {
    synchronized (lock) {
      return book.account(held, heldRequests, heldBytes);
    }
  }
}
