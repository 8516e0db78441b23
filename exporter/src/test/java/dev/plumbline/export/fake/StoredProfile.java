package dev.plumbline.export.fake;

import java.util.List;
import java.util.Map;

/**
 * One profile as a {@link FakePyroscope} shows it.
 *
 * @param service label {@code service_name}
 * @param id {@code NAME:TYPE:UNIT:PERIOD_TYPE:PERIOD_UNIT}
 * @param labels of the series, from resource and scope attributes
 */
public record StoredProfile(
    String service, String id, Map<String, String> labels, List<StoredSample> samples) {

  /**
   * A merged sample.
   *
   * @param functions leaf first
   * @param labels from sample attributes and link
   */
  public record StoredSample(List<String> functions, Map<String, String> labels, long value) {}

  public long total() {
    return samples.stream().mapToLong(StoredSample::value).sum();
  }

  /** The part of the total whose stacks contain that function, from 0 to 1. */
  public double share(String function) {
    double with =
        samples.stream()
            .filter(sample -> sample.functions().contains(function))
            .mapToLong(StoredSample::value)
            .sum();
    return total() == 0 ? 0 : with / total();
  }
}
