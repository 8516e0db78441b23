package dev.plumbline.yaml;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML 1.2 document of UTF-8 text into a tree. Nothing in the input makes it throw: what
 * is wrong goes to the {@link Problems}. Duplicate keys and keys that are no scalars are problems
 * beside which the rest is still read; a syntax error or a passed limit ends the reading. The merge
 * key {@code <<} of older YAML is honoured, since users' files hold it.
 */
public final class YamlReader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String file;
  private final YamlLimits limits;
  private final Problems problems;

  private YamlReader(String file, YamlLimits limits, Problems problems) {
    this.file = requireNonNull(file, "file");
    this.limits = requireNonNull(limits, "limits");
    this.problems = requireNonNull(problems, "problems");
  }

  /**
   * With {@link YamlLimits#DEFAULT}.
   *
   * @param file for messages, as the user named it
   * @return the root, an empty scalar for a file without content; null if the text is no YAML or
   *     passes a limit, which has then been added to the problems
   */
  public static @Nullable YamlNode read(String file, byte[] content, Problems problems) {
    return read(file, content, YamlLimits.DEFAULT, problems);
  }

  public static @Nullable YamlNode read(
      String file, byte[] content, YamlLimits limits, Problems problems) {
    return new YamlReader(file, limits, problems).read(content);
  }

  private @Nullable YamlNode read(byte[] content) {
    if (content.length > limits.maxBytes()) {
      problems.add(
          SourcePosition.of(file),
          "file is more than " + limits.maxBytes() + " bytes, which is the limit");
      return null;
    }
    String text = decode(content);
    return text == null ? null : parse(text);
  }

  private @Nullable String decode(byte[] content) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(content);
    CharBuffer out = CharBuffer.allocate(content.length);
    CoderResult result = decoder.decode(in, out, true);
    out.flip();
    String text = out.toString();
    if (result.isError()) {
      problems.add(endOf(text), "not UTF-8 text: byte 0x" + hex(content[in.position()]));
      return null;
    }
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return marked ? text.substring(1) : text;
  }

  private @Nullable YamlNode parse(String text) {
    LoadSettings settings =
        LoadSettings.builder().setLabel(file).setCodePointLimit(limits.maxBytes()).build();
    YamlTreeBuilder builder = new YamlTreeBuilder(file, limits, problems);
    try {
      return builder.build(new Parse(settings).parseString(text).iterator());
    } catch (YamlLimitException e) {
      problems.add(e.position(), e.reason());
    } catch (MarkedYamlEngineException e) {
      problems.add(position(e), "not valid YAML: " + explanation(e));
    } catch (ReaderException e) {
      String before = text.substring(0, text.offsetByCodePoints(0, e.getPosition()));
      problems.add(
          endOf(before),
          String.format("not valid YAML: character U+%04X is not allowed", e.getCodePoint()));
    } catch (YamlEngineException e) {
      problems.add(SourcePosition.of(file), "not valid YAML: " + firstLine(e.getMessage()));
    } catch (RuntimeException e) {
      // The parser's own faults, such as a number format error in an escape that the file's end
      // cuts.
      problems.add(builder.lastPosition(), "not valid YAML: unreadable after this place");
    }
    return null;
  }

  private SourcePosition position(MarkedYamlEngineException e) {
    Mark mark = e.getProblemMark().orElseGet(() -> e.getContextMark().orElse(null));
    return mark == null
        ? SourcePosition.of(file)
        : SourcePosition.of(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String explanation(MarkedYamlEngineException e) {
    String context = e.getContext();
    return context == null || context.isEmpty()
        ? firstLine(e.getProblem())
        : firstLine(context) + ": " + firstLine(e.getProblem());
  }

  private static String firstLine(@Nullable String text) {
    if (text == null) {
      return "";
    }
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  private SourcePosition endOf(String text) {
    int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
    int lineStart = text.lastIndexOf('\n') + 1;
    return SourcePosition.of(file, line, 1 + text.codePointCount(lineStart, text.length()));
  }

  private static String hex(byte value) {
    return String.format("%02X", value & 0xFF);
  }
}
