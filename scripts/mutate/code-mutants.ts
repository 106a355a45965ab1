import { type ESTree, parseSync, Visitor } from 'vite';
import type { Edit } from './mutant.ts';
import { sqlEdits } from './sql-mutants.ts';

type Node = ESTree.Node;

const otherOperator: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

const isSql = (text: string) => /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY|JOIN|AND)\b/.test(text);

/** Changes to code, and to the SQL in its texts. */
export function codeEdits(file: string, source: string): Edit[] {
  const edits: Edit[] = [];
  const add = (kind: string, { start, end }: Pick<Node, 'start' | 'end'>, replacement: string) =>
    edits.push({ kind, start, end, replacement });
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const operator = (node: ESTree.BinaryExpression | ESTree.LogicalExpression) => {
    const { left, right, operator: sign } = node;
    const other = otherOperator[sign];
    if (other) add(`${sign} for ${other}`, { start: left.end, end: right.start }, ` ${other} `);
    if (sign === '??') add('no default', { start: left.end, end: right.end }, '');
  };
  const sql = (node: Node) => {
    const inside = node.start + 1; // after the quotation mark
    for (const edit of sqlEdits(source.slice(inside, node.end - 1)))
      edits.push({ ...edit, start: inside + edit.start, end: inside + edit.end });
  };
  const parts = (kind: string, elements: readonly Node[]) => {
    if (elements.length < 2) return;
    for (const [i, element] of elements.entries()) {
      const next = elements[i + 1];
      const before = elements[i - 1];
      if (next) add(kind, { start: element.start, end: next.start }, '');
      else if (before) add(kind, { start: before.end, end: element.end }, '');
    }
  };
  new Visitor({
    BinaryExpression: operator,
    LogicalExpression: operator,
    IfStatement: ({ test }: ESTree.IfStatement) => {
      add('always', test, 'true');
      add('never', test, 'false');
    },
    ConditionalExpression: ({ test }: ESTree.ConditionalExpression) =>
      add('the other case', test, `!(${textOf(test)})`),
    UnaryExpression: (node: ESTree.UnaryExpression) => {
      if (node.operator === '!') add('not removed', node, textOf(node.argument));
    },
    Literal: (node: ESTree.Expression) => {
      if (!('value' in node)) return;
      // In a list of columns, `{ id: true }`, the compiler refuses `false`.
      const isColumn = file.endsWith('.sql.ts') && source.slice(0, node.start).endsWith(': ');
      if (typeof node.value === 'boolean' && !isColumn) add('the other value', node, String(!node.value));
      if (typeof node.value === 'string' && file.endsWith('.sql.ts') && isSql(node.value)) sql(node);
    },
    ExpressionStatement: (node: ESTree.ExpressionStatement) => {
      const call = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      if (call.type === 'CallExpression' && call.callee.type !== 'Super') add('a call removed', node, '{}');
    },
    TemplateLiteral: (node: ESTree.TemplateLiteral) => {
      const text = textOf(node);
      if (file.endsWith('.sql.ts') && isSql(text)) sql(node);
      else
        for (const { start, end } of node.expressions)
          add('a part of a text removed', { start: start - 2, end: end + 1 }, '');
    },
    ArrayExpression: ({ elements }: ESTree.ArrayExpression) => {
      parts(
        'an element removed',
        elements.filter((each) => each !== null),
      );
    },
    CallExpression: ({ arguments: given }: ESTree.CallExpression) => {
      for (const argument of given)
        if (argument.type === 'ObjectExpression') parts('a property removed', argument.properties);
    },
  }).visit(parseSync(file, source).program);
  return edits.sort((a, b) => a.start - b.start || a.end - b.end);
}
