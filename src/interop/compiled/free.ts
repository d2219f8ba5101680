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

const within = (scope: Scope, names: readonly string[]): Scope => new Set([...scope, ...names]);

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
    if (isFunction(node)) {
      visitFunction(node, scope);
      return;
    }
    switch (node.type) {
      case "Identifier": {
        const name = node.name as string;
        if (!scope.has(name) && !GLOBALS.has(name)) free.add(name);
        return;
      }
      case "ThisExpression":
        free.add("this");
        return;
      case "Super":
        free.add("super");
        return;
      case "ImportExpression":
        free.add("import()");
        return;
      case "MetaProperty":
        free.add("a meta property");
        return;
      case "MemberExpression":
        visit(node.object as Node, scope);
        if (node.computed === true) visit(node.property as Node, scope);
        return;
      case "Property":
      case "MethodDefinition":
      case "PropertyDefinition":
        if (node.computed === true) visit(node.key as Node, scope);
        if (isNode(node.value)) visit(node.value, scope);
        return;
      case "LabeledStatement":
        visit(node.body as Node, scope);
        return;
      case "BreakStatement":
      case "ContinueStatement":
        return;
      case "BlockStatement":
      case "StaticBlock":
        visitAll(node.body as readonly Node[], within(scope, declaredIn(node.body as readonly Node[], true)));
        return;
      case "SwitchStatement": {
        const statements = (node.cases as readonly Node[]).flatMap(({ consequent }) => consequent as readonly Node[]);
        visit(node.discriminant as Node, scope);
        visitAll(node.cases as readonly Node[], within(scope, declaredIn(statements, true)));
        return;
      }
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement": {
        const head = (node.type === "ForStatement" ? node.init : node.left) as Node | null;
        const inner = head === null ? scope : within(scope, declaredIn([head], true));
        visitAll(childrenOf(node), inner);
        return;
      }
      case "CatchClause": {
        const param = node.param as Node | null;
        const inner = param === null ? scope : within(scope, boundBy(param));
        visitAll(childrenOf(node), inner);
        return;
      }
      case "ClassExpression":
      case "ClassDeclaration": {
        const inner = isNode(node.id) ? within(scope, boundBy(node.id)) : scope;
        visitAll(childrenOf(node), inner);
        return;
      }
      default:
        visitAll(childrenOf(node), scope);
    }
  }

  function visitAll(nodes: readonly Node[], scope: Scope): void {
    for (const node of nodes) visit(node, scope);
  }

  function visitFunction(node: Node, scope: Scope): void {
    const params = node.params as readonly Node[];
    const isArrow = node.type === "ArrowFunctionExpression";
    const own = [
      ...(isNode(node.id) ? boundBy(node.id) : []),
      ...params.flatMap(boundBy),
      ...(isArrow ? [] : ["arguments"]),
      ...varsIn(node.body as Node),
    ];
    const inner = within(scope, own);
    visitAll(params, inner);
    visit(node.body as Node, inner);
  }
}
