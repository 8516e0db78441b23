package dev.plumbline.yaml;

/**
 * How much a YAML file may hold. A file over a limit is refused with one problem, before memory or
 * time has gone into it. Immutable.
 */
public final class YamlLimits {
  /** For configuration files and descriptors: far above any that a person writes. */
  public static final YamlLimits DEFAULT = new YamlLimits(1 << 20, 64, 100_000, 1_000, 256);

  private final int maxBytes;
  private final int maxDepth;
  private final int maxNodes;
  private final int maxAliases;
  private final int maxKeyLength;

  private YamlLimits(int maxBytes, int maxDepth, int maxNodes, int maxAliases, int maxKeyLength) {
    this.maxBytes = maxBytes;
    this.maxDepth = maxDepth;
    this.maxNodes = maxNodes;
    this.maxAliases = maxAliases;
    this.maxKeyLength = maxKeyLength;
  }

  /** Of the file. */
  public int maxBytes() {
    return maxBytes;
  }

  /** Mappings and lists inside each other. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Nodes of the tree with every alias counted as what it stands for. */
  public int maxNodes() {
    return maxNodes;
  }

  public int maxAliases() {
    return maxAliases;
  }

  /** Of one key, in UTF-16 units. */
  public int maxKeyLength() {
    return maxKeyLength;
  }

  public YamlLimits withMaxBytes(int bytes) {
    return new YamlLimits(bytes, maxDepth, maxNodes, maxAliases, maxKeyLength);
  }
}
