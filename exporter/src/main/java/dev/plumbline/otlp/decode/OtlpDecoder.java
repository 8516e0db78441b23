package dev.plumbline.otlp.decode;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.wire.InputException;
import dev.plumbline.wire.InputException.Kind;
import dev.plumbline.wire.ProtoReader;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ExportProfilesServiceRequest}, which is also {@code ProfilesData}, from protobuf of one
 * level. Strict where strictness tells levels apart: wire types, ranges of indexes, zero entries,
 * UTF-8. Fields that the level does not know are passed over and counted. Thread-safe.
 */
public final class OtlpDecoder {
  private final ReceivedLevel level;
  private final OtlpLimits limits;

  private OtlpDecoder(ReceivedLevel level, OtlpLimits limits) {
    this.level = requireNonNull(level, "level");
    this.limits = requireNonNull(limits, "limits");
  }

  public static OtlpDecoder of(ReceivedLevel level, OtlpLimits limits) {
    return new OtlpDecoder(level, limits);
  }

  /**
   * The request in these bytes, which are kept and must not change.
   *
   * @throws InputException malformed, or above a limit
   */
  public OtlpRequest decode(byte[] bytes) throws InputException {
    if (bytes.length > limits.maxBytes()) {
      throw new InputException(
          Kind.TOO_LARGE,
          -1,
          "request is " + bytes.length + " bytes, the limit is " + limits.maxBytes());
    }
    return new Pass(bytes).read();
  }

  /** One request: where its parts lie, then its tables, then its profiles. */
  private final class Pass {
    private final byte[] bytes;
    private final Budget budget = new Budget(limits);
    private final OtlpDictionary dictionary;
    private final AnyValueReader values;
    private final DictionaryReader tables;
    private final ProfileReader profiles;
    private final List<int[]> dictionaries = new ArrayList<>();
    private final List<int[]> resources = new ArrayList<>();

    Pass(byte[] bytes) {
      this.bytes = bytes;
      this.dictionary = new OtlpDictionary(bytes);
      this.values = new AnyValueReader(bytes, dictionary, budget);
      this.tables = new DictionaryReader(bytes, dictionary, budget, values, level);
      this.profiles = new ProfileReader(bytes, dictionary, budget, values, tables, level);
    }

    OtlpRequest read() throws InputException {
      findParts();
      for (int[] part : dictionaries) {
        tables.readStrings(in(part, "ProfilesDictionary"));
      }
      for (int[] part : dictionaries) {
        tables.readUnits(in(part, "ProfilesDictionary"));
      }
      for (int[] part : dictionaries) {
        tables.readTables(in(part, "ProfilesDictionary"));
      }
      tables.finish();
      List<OtlpResource> decoded = new ArrayList<>();
      for (int[] part : resources) {
        decoded.add(resource(in(part, "ResourceProfiles")));
      }
      return new OtlpRequest(level, dictionary, decoded, budget);
    }

    private ProtoReader in(int[] part, String message) {
      return ProtoReader.of(bytes, part[0], part[1], message);
    }

    /** resource_profiles 1, dictionary 2. */
    private void findParts() throws InputException {
      ProtoReader in = ProtoReader.of(bytes, "ExportProfilesServiceRequest");
      while (in.next()) {
        if (in.field() == 1 || in.field() == 2) {
          budget.spendPart(in.position());
          int length = in.length();
          int[] part = {in.position(), in.position() + length};
          (in.field() == 1 ? resources : dictionaries).add(part);
          in.pass(length);
        } else {
          values.unknown(in);
        }
      }
    }

    /** {@code ResourceProfiles}: resource 1, scope_profiles 2, schema_url 3. */
    private OtlpResource resource(ProtoReader in) throws InputException {
      OtlpResource resource = new OtlpResource();
      while (in.next()) {
        switch (in.field()) {
          case 1:
            resource.resource = Resource.of(Attributes.of(attributes(in)));
            break;
          case 2:
            resource.scopes.add(scope(in));
            break;
          case 3:
            values.string(in);
            break;
          default:
            values.unknown(in);
        }
      }
      return resource;
    }

    /** {@code Resource}: attributes 1, dropped_attributes_count 2, entity_refs 3. */
    private List<Attribute> attributes(ProtoReader in) throws InputException {
      List<Attribute> attributes = new ArrayList<>();
      in.enter("Resource");
      while (in.next()) {
        switch (in.field()) {
          case 1:
            values.keyValue(in, attributes);
            break;
          case 2:
            in.varint();
            break;
          case 3:
            in.skip();
            break;
          default:
            values.unknown(in);
        }
      }
      in.leave();
      return attributes;
    }

    /** {@code ScopeProfiles}: scope 1, profiles 2, schema_url 3. */
    private OtlpScope scope(ProtoReader in) throws InputException {
      OtlpScope scope = new OtlpScope();
      budget.spendPart(in.position());
      in.enter("ScopeProfiles");
      while (in.next()) {
        switch (in.field()) {
          case 1:
            scope.scope = instrumentationScope(in);
            break;
          case 2:
            budget.spendPart(in.position());
            scope.profiles.addAll(profiles.read(in));
            break;
          case 3:
            values.string(in);
            break;
          default:
            values.unknown(in);
        }
      }
      in.leave();
      return scope;
    }

    /** name 1, version 2, attributes 3, dropped_attributes_count 4. */
    private Scope instrumentationScope(ProtoReader in) throws InputException {
      String name = "";
      String version = "";
      List<Attribute> attributes = new ArrayList<>();
      in.enter("InstrumentationScope");
      while (in.next()) {
        switch (in.field()) {
          case 1:
            name = values.string(in);
            break;
          case 2:
            version = values.string(in);
            break;
          case 3:
            values.keyValue(in, attributes);
            break;
          case 4:
            in.varint();
            break;
          default:
            values.unknown(in);
        }
      }
      in.leave();
      return Scope.of(name, version, Attributes.of(attributes));
    }
  }
}
