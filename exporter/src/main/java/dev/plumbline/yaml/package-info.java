/**
 * YAML as a tree in which every node knows its file, line and column, read within bounds: what
 * configuration files and descriptors are checked against. Scalars keep their text, so that an
 * unquoted {@code 1.10} stays 1.10. Values are immutable; reading is confined to the calling
 * thread.
 */
@NullMarked
package dev.plumbline.yaml;

import org.jspecify.annotations.NullMarked;
