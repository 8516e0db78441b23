package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.NameNodes.Abbreviation;
import dev.plumbline.symbol.demangle.NameNodes.AbiTagged;
import dev.plumbline.symbol.demangle.NameNodes.ArgumentPack;
import dev.plumbline.symbol.demangle.NameNodes.Parameter;
import dev.plumbline.symbol.demangle.NameNodes.ParameterPack;
import dev.plumbline.symbol.demangle.NameNodes.TemplateArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * State that the parsers of names, types and expressions share, and what all three need:
 * substitutions and template parameters (Itanium C++ ABI, section "Mangling"). Confined to one
 * call.
 */
final class ItaniumParser {
  /** Deepest nesting of the grammar; below the writer's, so that what is read can be written. */
  private static final int MAX_DEPTH = 256;

  /** Most substitutions; a name of 64 KiB cannot have more that make sense. */
  private static final int MAX_SUBSTITUTIONS = 8192;

  private static final String STRING = "std::basic_string";
  private static final String STRING_ARGUMENTS =
      "<char, std::char_traits<char>, std::allocator<char> >";

  final MangledText in;
  final ItaniumNames names = new ItaniumNames(this);
  final ItaniumTypes types = new ItaniumTypes(this);
  final ItaniumExpressions expressions = new ItaniumExpressions(this);

  /** Arguments of the innermost function or variable template that is being read. */
  List<Node> templateArguments = new ArrayList<>();

  /** Uses of parameters whose arguments come later (conversion operators, generic lambdas). */
  final List<Parameter> pending = new ArrayList<>();

  /** Inside the type of a conversion operator, template arguments belong to the operator. */
  boolean leavesArgumentsToName;

  boolean permitsForwardReferences;
  int lambdaDepth;

  private final List<Node> substitutions = new ArrayList<>();
  private int depth;

  ItaniumParser(MangledText in) {
    this.in = in;
  }

  void enter() throws DemanglingException {
    if (++depth > MAX_DEPTH) {
      throw new DemanglingException();
    }
  }

  void leave() {
    depth--;
  }

  Node remember(Node node) throws DemanglingException {
    if (substitutions.size() >= MAX_SUBSTITUTIONS) {
      throw new DemanglingException();
    }
    substitutions.add(node);
    return node;
  }

  void forgetLast() throws DemanglingException {
    if (substitutions.isEmpty()) {
      throw new DemanglingException();
    }
    substitutions.remove(substitutions.size() - 1);
  }

  /** {@code S} and what follows, but not {@code St}. */
  Node substitution() throws DemanglingException {
    in.expect('S');
    Node abbreviation =
        switch (in.peek()) {
          case 'a' -> new Abbreviation("std::allocator", "allocator");
          case 'b' -> new Abbreviation(STRING, "basic_string");
          case 's' -> new Abbreviation(STRING + STRING_ARGUMENTS, "basic_string");
          case 'i' -> stream("istream");
          case 'o' -> stream("ostream");
          case 'd' -> stream("iostream");
          default -> null;
        };
    if (abbreviation != null) {
      in.next();
      Node tagged = abiTags(abbreviation);
      return tagged == abbreviation ? tagged : remember(tagged);
    }
    int index = in.sequence();
    if (index >= substitutions.size()) {
      throw new DemanglingException();
    }
    return substitutions.get(index);
  }

  private static Node stream(String kind) {
    return new Abbreviation(
        "std::basic_" + kind + "<char, std::char_traits<char> >", "basic_" + kind);
  }

  Node abiTags(Node node) throws DemanglingException {
    Node tagged = node;
    while (in.take('B')) {
      tagged = new AbiTagged(tagged, in.take(in.number()));
    }
    return tagged;
  }

  /** {@code T_}, {@code T0_}, … */
  Node templateParameter() throws DemanglingException {
    in.expect('T');
    int index = in.decimalSequence();
    if (lambdaDepth > 0) {
      return later(Parameter.ofLambda(index));
    }
    if (index < templateArguments.size()) {
      return Parameter.known(index, templateArguments.get(index));
    }
    if (!permitsForwardReferences) {
      throw new DemanglingException();
    }
    return later(Parameter.later(index));
  }

  private Parameter later(Parameter parameter) {
    pending.add(parameter);
    return parameter;
  }

  /**
   * {@code I … E}.
   *
   * @param definesParameters the arguments are those of the function or variable, to which {@code
   *     T_} in its type refers
   */
  Node templateArguments(boolean definesParameters) throws DemanglingException {
    enter();
    in.expect('I');
    boolean leaves = leavesArgumentsToName;
    leavesArgumentsToName = false; // within the list nothing is ambiguous
    List<Node> arguments = new ArrayList<>();
    List<Node> parameters = new ArrayList<>();
    while (!in.take('E')) {
      Node argument = templateArgument();
      arguments.add(argument);
      parameters.add(
          argument instanceof ArgumentPack pack ? new ParameterPack(pack.elements()) : argument);
    }
    leavesArgumentsToName = leaves;
    if (definesParameters) {
      templateArguments = parameters;
    }
    leave();
    return new TemplateArguments(arguments);
  }

  private Node templateArgument() throws DemanglingException {
    enter();
    Node argument;
    if (in.take('X')) {
      argument = expressions.expression();
      in.expect('E');
    } else if (in.peek() == 'L') {
      argument = expressions.literal();
    } else if (in.take('J')) {
      List<Node> elements = new ArrayList<>();
      while (!in.take('E')) {
        elements.add(templateArgument());
      }
      argument = new ArgumentPack(elements);
    } else {
      argument = types.type();
    }
    leave();
    return argument;
  }
}
