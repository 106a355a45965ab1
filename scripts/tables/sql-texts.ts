import { parseSync } from '@swc/core';

/** The SQL of a source file. */
export interface SqlTexts {
  /** String and template literals that contain SQL; an interpolated part is left blank. */
  texts: string[];
  /** Tables named as an argument of a helper that makes the statement, or as a property `table`. */
  named: string[];
  /** Names imported from elsewhere that are interpolated into SQL, with the module that they come from. */
  interpolated: { name: string; from: string }[];
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const keyword = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|FROM|JOIN|WHERE|LOCK TABLE|ALTER TABLE|AS)\b/;
const helpers = /^(?:insertInto|insertRows|updateRows)$/;

export function sqlTextsOf(source: string): SqlTexts {
  const found: SqlTexts = { texts: [], named: [], interpolated: [] };
  const imports = new Map<string, string>();
  visit(parseSync(source, { syntax: 'typescript', tsx: false, target: 'es2024' }), (node) => {
    if (node.type === 'ImportDeclaration') readImport(node, imports);
    if (node.type === 'StringLiteral') addText(found, String(node.value));
    if (node.type === 'TemplateLiteral') readTemplate(node, imports, found);
    if (node.type === 'CallExpression') readCall(node, found);
    if (node.type === 'KeyValueProperty') readProperty(node, found);
  });
  return found;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') see(value as Node);
    for (const each of Object.values(value)) visit(each, see);
  }
}

function addText(found: SqlTexts, text: string): void {
  if (keyword.test(text)) found.texts.push(text);
}

function readImport(node: Node, imports: Map<string, string>): void {
  const from = String((node.source as Node).value);
  for (const specifier of node.specifiers as Node[]) imports.set(String((specifier.local as Node).value), from);
}

function readTemplate(node: Node, imports: Map<string, string>, found: SqlTexts): void {
  const text = (node.quasis as Node[]).map((quasi) => String(quasi.raw)).join(' ? ');
  addText(found, text);
  if (!keyword.test(text)) return;
  for (const expression of node.expressions as Node[]) {
    const name = nameOf(expression);
    const from = name === undefined ? undefined : imports.get(name);
    if (name !== undefined && from !== undefined) found.interpolated.push({ name, from });
  }
}

function nameOf(expression: Node): string | undefined {
  if (expression.type === 'Identifier') return String(expression.value);
  return expression.type === 'CallExpression' ? nameOf(expression.callee as Node) : undefined;
}

function readCall(node: Node, found: SqlTexts): void {
  const callee = node.callee as Node;
  if (callee.type !== 'Identifier' || !helpers.test(String(callee.value))) return;
  const [first, second] = (node.arguments as { expression: Node }[]).map(({ expression }) => expression);
  const table = callee.value === 'insertInto' ? first : second;
  if (table?.type === 'StringLiteral') found.named.push(String(table.value));
}

function readProperty(node: Node, found: SqlTexts): void {
  const [key, value] = [node.key as Node, node.value as Node];
  if (key.value === 'table' && value.type === 'StringLiteral') found.named.push(String(value.value));
}
