/** The names that a function takes from outside itself, by the scopes of its syntax tree (ESTree). */

/** A node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** What every realm of the language has. */
const GLOBALS: ReadonlySet<string> = new Set(
  (
    "Array BigInt Boolean Date Error Infinity Intl JSON Map Math NaN Number Object Promise RangeError RegExp Set String " +
    "Symbol TypeError URL URLSearchParams decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN " +
    "parseFloat parseInt undefined"
  ).split(" "),
);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "FunctionExpression",
]);
const isFunction = ({ type }: Node): boolean => FUNCTIONS.has(type);

/** The names that a pattern binds. */
function boundBy(pattern: Node): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name as string];
    case "AssignmentPattern":
      return boundBy(pattern.left as Node);
    case "RestElement":
      return boundBy(pattern.argument as Node);
    case "Property":
      return boundBy(pattern.value as Node);
    default:
      return childrenOf(pattern).flatMap(boundBy);
  }
}

/** The names that are declared in a block itself, and by `var` anywhere inside, as of a function. */
function declaredIn(body: readonly Node[], isBlock: boolean): string[] {
  return body.flatMap((node): string[] => {
    if (node.type === "VariableDeclaration") {
      if (isBlock && node.kind === "var") return [];
      return (node.declarations as readonly Node[]).flatMap(({ id }) => boundBy(id as Node));
    }
    if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") return boundBy(node.id as Node);
    return [];
  });
}

/** The names of `var` in a function, not in those inside it. */
function varsIn(node: Node): string[] {
  if (isFunction(node)) return [];
  const own = node.type === "VariableDeclaration" && node.kind === "var" ? declaredIn([node], false) : [];
  return [...own, ...childrenOf(node).flatMap(varsIn)];
}

type Scope = ReadonlySet<string>;

/** The names that a node declares for what is inside it. */
function declaredBy(node: Node): string[] {
  switch (node.type) {
    case "BlockStatement":
    case "StaticBlock":
      return declaredIn(node.body as readonly Node[], true);
    case "SwitchStatement":
      return (node.cases as readonly Node[]).flatMap((one) => declaredIn(one.consequent as readonly Node[], true));
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement": {
      const head = node.type === "ForStatement" ? node.init : node.left;
      return isNode(head) ? declaredIn([head], true) : [];
    }
    case "CatchClause":
      return isNode(node.param) ? boundBy(node.param) : [];
    case "ClassExpression":
    case "ClassDeclaration":
      return isNode(node.id) ? boundBy(node.id) : [];
    default:
      return isFunction(node) ? declaredByFunction(node) : [];
  }
}

function declaredByFunction(node: Node): string[] {
  return [
    ...(isNode(node.id) ? boundBy(node.id) : []),
    ...(node.params as readonly Node[]).flatMap(boundBy),
    ...(node.type === "ArrowFunctionExpression" ? [] : ["arguments"]),
    ...varsIn(node.body as Node),
  ];
}

/** The parts of a node that may refer to something: the others name members and labels. */
function referringParts(node: Node): Node[] {
  switch (node.type) {
    case "MemberExpression":
      return [node.object as Node, ...(node.computed === true ? [node.property as Node] : [])];
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return [...(node.computed === true ? [node.key as Node] : []), ...(isNode(node.value) ? [node.value] : [])];
    case "LabeledStatement":
      return [node.body as Node];
    case "BreakStatement":
    case "ContinueStatement":
      return [];
    default:
      return childrenOf(node);
  }
}

/** What refers to where a function stands, by the type of the node. */
const PLACES = new Map([
  ["ThisExpression", "this"],
  ["Super", "super"],
  ["ImportExpression", "import()"],
  ["MetaProperty", "a meta property"],
]);

/**
 * The names that the expression of a function refers to outside itself, without the globals of the language; and what
 * it may not have: `this`, `import()`, `super`, `new.target`.
 * @param expression the function, or the class.
 */
export function freeNames(expression: Node): ReadonlySet<string> {
  const free = new Set<string>();
  visit(expression, new Set());
  return free;

  function visit(node: Node, scope: Scope): void {
    const name = node.type === "Identifier" ? (node.name as string) : PLACES.get(node.type);
    if (name !== undefined) {
      if (!scope.has(name) && !GLOBALS.has(name)) free.add(name);
      return;
    }
    const declared = declaredBy(node);
    const inner = declared.length === 0 ? scope : new Set([...scope, ...declared]);
    // What a switch compares is outside its block.
    for (const part of referringParts(node)) visit(part, part === node.discriminant ? scope : inner);
  }
}
