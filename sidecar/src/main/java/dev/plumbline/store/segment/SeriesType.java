package dev.plumbline.store.segment;

import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileType.Accumulation;

/**
 * A profile type as it is asked for: without the period, so that senders with different periods add
 * up. CPU samples that were counted are CPU time, each worth its period. Immutable.
 *
 * @param id type, unit, period type and period unit, and {@code stock} for stocks, with colons
 * @param factor what a stored value is multiplied with to be in {@code unit}
 */
public record SeriesType(
    String id, String type, String unit, Accumulation accumulation, long factor) {
  /** CPU time of all senders. */
  public static final String CPU = "cpu:nanoseconds:cpu:nanoseconds";

  /** Unit and accumulation that an id speaks of, whether or not there is such a type. */
  public static SeriesType ofId(String id) {
    String[] words = id.split(":", -1);
    boolean stock = words.length > 4 && words[4].equals("stock");
    return new SeriesType(
        id,
        words[0],
        words.length > 1 ? words[1] : "count",
        stock ? Accumulation.STOCK : Accumulation.FLOW,
        1);
  }

  /** The series type that windows of that profile type belong to. */
  static SeriesType of(ProfileType type, CpuSamples cpuSamples) {
    if (isCpuSamples(type) && cpuSamples == CpuSamples.ARE_TIME) {
      return new SeriesType(CPU, "cpu", "nanoseconds", Accumulation.FLOW, type.period());
    }
    String id =
        String.join(":", type.type(), type.unit(), type.periodType(), type.periodUnit())
            + (type.accumulation() == Accumulation.STOCK ? ":stock" : "");
    return new SeriesType(id, type.type(), type.unit(), type.accumulation(), 1);
  }

  public boolean isStock() {
    return accumulation == Accumulation.STOCK;
  }

  /** What counted CPU samples mean in their window. */
  enum CpuSamples {
    /** The only trace of CPU time. */
    ARE_TIME,
    /** The time stands beside them, in a profile of the same resource and interval, once. */
    ARE_COUNTS
  }

  static boolean isCpuSamples(ProfileType type) {
    return type.type().equals("samples") && type.unit().equals("count") && isPerCpuTime(type);
  }

  static boolean isCpuTime(ProfileType type) {
    return type.type().equals("cpu") && type.unit().equals("nanoseconds") && isPerCpuTime(type);
  }

  private static boolean isPerCpuTime(ProfileType type) {
    return type.periodType().equals("cpu") && type.periodUnit().equals("nanoseconds");
  }
}
