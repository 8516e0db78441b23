/** Short names for frames, and the package or module that they belong to. */

/** One function as the API sends it. */
export interface FunctionInfo {
  /** 16 hex digits, the same for ever. */
  readonly key: string;
  readonly name: string;
  /** Source file, or empty. */
  readonly file: string;
  /** Kind of code: `kernel`, `native`, `jvm` and others; `group` and `total` for what is none. */
  readonly type: string;
  /** Path of the executable or library, or empty. */
  readonly module: string;
  /** Whether the search finds the name. */
  readonly matches?: boolean;
}

export interface ShortName {
  /** What a frame shows: method and class, or function. */
  readonly short: string;
  /** What stands before it, greyed: package, module path; empty if none. */
  readonly prefix: string;
}

const MAX_SHOWN = 300;
// Controls, line separators and marks that turn the direction of text: shown, never obeyed.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The name with everything visible that would else hide or reorder its letters. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cuts long names in the view only; search and details use the whole one. */
export function cut(text: string, max = MAX_SHOWN): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

export function shorten(fn: FunctionInfo): ShortName {
  const name = visible(cut(fn.name));
  switch (fn.type) {
    case "jvm":
      return dotted(name);
    case "go":
      return goName(name);
    case "native":
    case "rust":
      return name.includes("::") ? scoped(name) : { short: name, prefix: "" };
    default:
      return { short: name, prefix: "" };
  }
}

/** `com.acme.Cart.add` is `Cart.add` in `com.acme`; arguments and `Outer$Inner` stay. */
function dotted(name: string): ShortName {
  const open = firstOf(name, "(<", 1);
  const head = name.slice(0, open);
  const method = head.lastIndexOf(".");
  const owner = method > 0 ? head.lastIndexOf(".", method - 1) : -1;
  if (owner < 0 || head.includes(" ")) {
    return { short: name, prefix: "" };
  }
  return { short: name.slice(owner + 1), prefix: head.slice(0, owner) };
}

/** `github.com/a/b.(*T).M` is `b.(*T).M` in `github.com/a`. */
function goName(name: string): ShortName {
  const end = firstOf(name, "([{", 0);
  const slash = name.slice(0, end).lastIndexOf("/");
  return slash < 0 ? { short: name, prefix: "" } : { short: name.slice(slash + 1), prefix: name.slice(0, slash) };
}

/** `a::b::C::m(args)` is `C::m` in `a::b`; template arguments are not looked into. */
function scoped(name: string): ShortName {
  const cuts: number[] = [];
  let depth = 0;
  let end = name.length;
  for (let i = 0; i < name.length; i++) {
    const c = name[i];
    if (c === "<") {
      depth++;
    } else if (c === ">" && name[i - 1] !== "-") {
      depth = Math.max(0, depth - 1);
    } else if (c === "(" && depth === 0 && i > 0 && !name.startsWith("(anonymous", i)) {
      end = i;
      break;
    } else if (c === ":" && depth === 0 && name[i + 1] === ":") {
      cuts.push(i);
      i++;
    }
  }
  const keepFrom = cuts.length >= 2 ? cuts[cuts.length - 2]! : -1;
  const short = (keepFrom < 0 ? name.slice(0, end) : name.slice(keepFrom + 2, end)) || name;
  return { short, prefix: keepFrom < 0 ? "" : name.slice(0, keepFrom) };
}

function firstOf(text: string, characters: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    if (characters.includes(text[i]!)) {
      return i;
    }
  }
  return text.length;
}

/** What "colour by package" goes by: the package, else the module, else the file. */
export function packageOf(fn: FunctionInfo): string {
  const { prefix } = shorten(fn);
  if (prefix) {
    return prefix;
  }
  if (fn.module) {
    return fn.module.slice(fn.module.lastIndexOf("/") + 1);
  }
  return fn.type === "kernel" ? "kernel" : fn.file;
}
