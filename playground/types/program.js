/**
 * A program in TypeScript as the JavaScript that the runner takes: the body of an async function. Each expression
 * that is a statement tells its value and its line; at the end the program tells the names that it has declared.
 */
import ts from "typescript";

/**
 * @returns {{ js?: string, errors: { from: number, to: number, message: string }[] }} without `js` if it cannot be
 * parsed.
 */
export function programOf(text) {
  const source = ts.createSourceFile("playground.ts", text, ts.ScriptTarget.ES2023, true);
  const errors = source.parseDiagnostics.map(({ start, length, messageText }) => ({
    from: start,
    to: start + length,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
  if (errors.length > 0) return { errors };
  const names = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const { outputText } = ts.transpileModule(`${text}\n$declared({ ${names.join(", ")} });`, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.CommonJS, esModuleInterop: true },
    transformers: { before: [showing] },
  });
  return { js: outputText, errors };
}

/** Makes `expression;` to `$show(line, () => expression);` wherever a value may be read. */
const showing = (context) => (file) => {
  const { factory } = context;
  const visit = (node, isAsync) => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return node;
    if (!ts.isExpressionStatement(node)) return ts.visitEachChild(node, (child) => visit(child, isAsync), context);
    const { expression } = node;
    const isOwn = ts.isCallExpression(expression) && expression.expression.getText?.(file) === "$declared";
    if (isOwn || isAssignment(expression)) return node;
    const waits = hasAwait(expression);
    const modifiers = waits ? [factory.createModifier(ts.SyntaxKind.AsyncKeyword)] : undefined;
    const thunk = factory.createArrowFunction(modifiers, undefined, [], undefined, undefined, expression);
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const call = factory.createCallExpression(factory.createIdentifier("$show"), undefined, [
      factory.createNumericLiteral(line),
      thunk,
    ]);
    return factory.createExpressionStatement(waits ? factory.createAwaitExpression(call) : call);
  };
  return ts.visitEachChild(file, (node) => visit(node), context);
};

const isAssignment = (node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;

function hasAwait(node) {
  if (ts.isAwaitExpression(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, hasAwait) === true;
}
