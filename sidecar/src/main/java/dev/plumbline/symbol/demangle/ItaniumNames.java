package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.NameNodes.Conversion;
import dev.plumbline.symbol.demangle.NameNodes.Lambda;
import dev.plumbline.symbol.demangle.NameNodes.Parameter;
import dev.plumbline.symbol.demangle.NameNodes.Scoped;
import dev.plumbline.symbol.demangle.NameNodes.Structor;
import dev.plumbline.symbol.demangle.NameNodes.Templated;
import dev.plumbline.symbol.demangle.NameNodes.Text;
import dev.plumbline.symbol.demangle.TypeNodes.Enclosed;
import dev.plumbline.symbol.demangle.TypeNodes.Signature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names and encodings of the Itanium ABI. Confined to one call. */
final class ItaniumNames {
  private static final Node STD = new Text("std");

  /** What the name of a function says about its type. */
  static final class Traits {
    boolean isStructorOrConversion;
    boolean endsWithTemplateArguments;
    String suffix = "";
  }

  private final ItaniumParser parser;

  ItaniumNames(ItaniumParser parser) {
    this.parser = parser;
  }

  private MangledText in() {
    return parser.in;
  }

  /** A function with its parameters, a variable, or a special name. */
  Node encoding() throws DemanglingException {
    parser.enter();
    char first = in().peek();
    Node encoding =
        first == 'T' || first == 'G' ? new SpecialNames(parser).special() : ordinaryEncoding();
    parser.leave();
    return encoding;
  }

  private Node ordinaryEncoding() throws DemanglingException {
    List<Node> outerArguments = parser.templateArguments;
    int firstPending = parser.pending.size();
    Traits traits = new Traits();
    Node name = name(traits);
    resolvePending(firstPending);
    if (isAtEndOfEncoding()) {
      parser.templateArguments = outerArguments;
      return name;
    }
    boolean statesResult = !traits.isStructorOrConversion && traits.endsWithTemplateArguments;
    Node result = statesResult ? parser.types.type() : null;
    List<Node> parameters = new ArrayList<>();
    if (!in().take('v')) {
      do {
        parameters.add(parser.types.type());
      } while (!isAtEndOfEncoding());
    }
    List<Node> arguments = traits.endsWithTemplateArguments ? parser.templateArguments : null;
    parser.templateArguments = outerArguments;
    return new Signature(result, name, parameters, traits.suffix, arguments);
  }

  private void resolvePending(int first) throws DemanglingException {
    List<Parameter> pending = parser.pending;
    for (int i = pending.size() - 1; i >= first; i--) {
      pending.remove(i).resolve(parser.templateArguments);
    }
  }

  private boolean isAtEndOfEncoding() {
    char c = in().peek();
    return c == '\0' || c == 'E' || c == '.' || c == '_';
  }

  /** A name; traits are null inside types, where nothing depends on them. */
  Node name(@Nullable Traits traits) throws DemanglingException {
    parser.enter();
    char first = in().peek();
    Node name;
    if (first == 'N') {
      name = nested(traits);
    } else if (first == 'Z') {
      name = local(traits);
    } else if (first == 'S' && in().peek(1) != 't') {
      name = parser.substitution();
      if (in().peek() != 'I') {
        throw new DemanglingException();
      }
      name = templated(name, traits);
    } else {
      Node scope = in().take("St") ? STD : null;
      name = unqualified(traits, scope);
      if (in().peek() == 'I') {
        name = templated(parser.remember(name), traits);
      }
    }
    parser.leave();
    return name;
  }

  private Node templated(Node name, @Nullable Traits traits) throws DemanglingException {
    if (traits != null) {
      traits.endsWithTemplateArguments = true;
    }
    return new Templated(name, parser.templateArguments(traits != null));
  }

  private Node nested(@Nullable Traits traits) throws DemanglingException {
    in().expect('N');
    String qualifiers = parser.types.qualifiers();
    qualifiers += in().take('R') ? " &" : in().take('O') ? " &&" : "";
    if (traits != null) {
      traits.suffix = qualifiers;
    }
    Node name = null;
    while (!in().take('E')) {
      name = parser.remember(nestedPart(name, traits));
    }
    if (name == null) {
      throw new DemanglingException();
    }
    parser.forgetLast();
    return name;
  }

  /** One more part of a nested name. A part that is a substitution is remembered twice: no. */
  private Node nestedPart(@Nullable Node scope, @Nullable Traits traits)
      throws DemanglingException {
    char first = in().peek();
    char second = in().peek(1);
    if (first == 'I' && scope != null) {
      return templated(scope, traits);
    }
    if (traits != null) {
      traits.endsWithTemplateArguments = false;
    }
    if (first == 'S' && scope == null) {
      if (in().take("St")) {
        return unqualified(traits, STD);
      }
      return afterSubstitution(parser.substitution(), traits);
    }
    if (first == 'T' && scope == null) {
      return parser.templateParameter();
    }
    if (first == 'D' && (second == 't' || second == 'T') && scope == null) {
      return parser.types.type();
    }
    Node part = unqualified(traits, scope);
    in().take('M'); // the part is a data member in whose initializer the rest stands
    return part;
  }

  /** A substitution is known already; what is remembered is the name that it begins. */
  private Node afterSubstitution(Node scope, @Nullable Traits traits) throws DemanglingException {
    return in().peek() == 'I' ? templated(scope, traits) : unqualified(traits, scope);
  }

  /** A name within its scope, with its tags. */
  private Node unqualified(@Nullable Traits traits, @Nullable Node scope)
      throws DemanglingException {
    in().take('L');
    char first = in().peek();
    char second = in().peek(1);
    Node name;
    if (in().isDigit()) {
      name = sourceName();
    } else if (first == 'U') {
      name = unnamed();
    } else if (first == 'D' && second == 'C') {
      in().skip(2);
      name = structuredBinding();
    } else if (first == 'C' || first == 'D') {
      name = structor(scope, traits);
    } else {
      name = operator(traits);
    }
    name = parser.abiTags(name);
    return scope == null ? name : new Scoped(scope, name);
  }

  Node sourceName() throws DemanglingException {
    int length = in().number();
    if (length == 0) {
      throw new DemanglingException();
    }
    String name = in().take(length);
    boolean isAnonymous =
        name.length() >= 10
            && name.startsWith("_GLOBAL_")
            && name.charAt(9) == 'N'
            && "._$".indexOf(name.charAt(8)) >= 0;
    return new Text(isAnonymous ? "(anonymous namespace)" : name);
  }

  private Node structuredBinding() throws DemanglingException {
    List<Node> parts = new ArrayList<>();
    while (!in().take('E')) {
      parts.add(sourceName());
    }
    StringBuilder text = new StringBuilder("[");
    for (Node part : parts) {
      text.append(text.length() > 1 ? ", " : "").append(part.baseName());
    }
    return new Text(text.append(']').toString());
  }

  private Node structor(@Nullable Node scope, @Nullable Traits traits) throws DemanglingException {
    boolean isDestructor = in().next() == 'D';
    boolean isInheriting = !isDestructor && in().take('I');
    char variant = in().next();
    if (scope == null || variant < '0' || variant > '5') {
      throw new DemanglingException();
    }
    if (traits != null) {
      traits.isStructorOrConversion = true;
    }
    if (isInheriting) {
      parser.types.type();
    }
    return new Structor(scope, isDestructor);
  }

  private Node unnamed() throws DemanglingException {
    in().expect('U');
    if (in().take('t')) {
      return new Text("{unnamed type#" + (in().decimalSequence() + 1) + "}");
    }
    in().expect('l');
    parser.lambdaDepth++;
    List<Node> parameters = new ArrayList<>();
    if (!in().take("vE")) {
      while (!in().take('E')) {
        parameters.add(parser.types.type());
      }
    }
    parser.lambdaDepth--;
    return new Lambda(parameters, in().decimalSequence() + 1);
  }

  Node operator(@Nullable Traits traits) throws DemanglingException {
    if (in().take("cv")) {
      return conversion(traits);
    }
    if (in().take("li")) {
      return new Text("operator\"\" " + sourceName().baseName());
    }
    if (in().peek() == 'v' && MangledText.isDigit(in().peek(1))) {
      in().skip(2);
      return new Enclosed("operator ", sourceName(), "");
    }
    OperatorName operator = OperatorName.of(in().peek(), in().peek(1));
    if (operator == null) {
      throw new DemanglingException();
    }
    in().skip(2);
    return new Text(operator.declared());
  }

  private Node conversion(@Nullable Traits traits) throws DemanglingException {
    boolean leaves = parser.leavesArgumentsToName;
    boolean permits = parser.permitsForwardReferences;
    parser.leavesArgumentsToName = true;
    parser.permitsForwardReferences = permits || traits != null;
    Node type = parser.types.type();
    parser.leavesArgumentsToName = leaves;
    parser.permitsForwardReferences = permits;
    if (traits != null) {
      traits.isStructorOrConversion = true;
    }
    return new Conversion(type);
  }

  /** An entity inside a function. */
  private Node local(@Nullable Traits traits) throws DemanglingException {
    in().expect('Z');
    Node function = encoding();
    in().expect('E');
    if (function instanceof Signature signature) {
      function = signature.withoutResult();
    }
    if (in().take('s')) {
      discriminator();
      return new Scoped(function, new Text("string literal"));
    }
    if (in().take('d')) {
      int number = in().decimalSequence() + 1;
      Node argument = new Text("{default arg#" + number + "}");
      return new Scoped(new Scoped(function, argument), name(traits));
    }
    Node entity = name(traits);
    discriminator();
    return new Scoped(function, entity);
  }

  /** Numbers equal names within a function; readers do not see it. */
  private void discriminator() throws DemanglingException {
    if (in().peek() != '_') {
      return;
    }
    if (in().peek(1) == '_' && MangledText.isDigit(in().peek(2))) {
      in().skip(2);
      in().number();
      in().take('_');
    } else if (MangledText.isDigit(in().peek(1))) {
      in().skip(2);
    }
  }
}
