import { createRequire } from 'node:module';
import { type ESTree, parseSync, Visitor } from 'vite';

/**
 * Features that Chromium 87 or iOS 15.4 lacks and the build does not transpile. A use is allowed if its support is
 * checked first, or if an older browser loses nothing important; `allowed` gives the reason.
 */

/** Methods and functions, with the first versions that have them. */
const calls: Readonly<Record<string, string>> = {
  at: 'Chromium 92',
  checkVisibility: 'Chromium 105, Safari 17.4',
  findLast: 'Chromium 97',
  findLastIndex: 'Chromium 97',
  groupBy: 'Chromium 117, Safari 17.4',
  hasOwn: 'Chromium 93',
  randomUUID: 'Chromium 92',
  requestSubmit: 'Safari 16',
  structuredClone: 'Chromium 98',
  throwIfAborted: 'Chromium 100',
  toReversed: 'Chromium 110, Safari 16',
  toSorted: 'Chromium 110, Safari 16',
  toSpliced: 'Chromium 110, Safari 16',
  withResolvers: 'Chromium 119, Safari 17.4',
};

const pseudoClasses: Readonly<Record<string, string>> = {
  has: 'Chromium 105',
  is: 'Chromium 88',
  where: 'Chromium 88',
};
const units: Readonly<Record<string, string>> = { dvh: 'Chromium 108', svh: 'Chromium 108', lvh: 'Chromium 108' };
const properties: Readonly<Record<string, string>> = {
  translate: 'Chromium 104',
  rotate: 'Chromium 104',
  scale: 'Chromium 104',
};
const rules: Readonly<Record<string, string>> = {
  'layer-block': 'Chromium 99',
  'layer-statement': 'Chromium 99',
  container: 'Chromium 105, Safari 16',
  nesting: 'Chromium 112, Safari 16.5',
};

/** Keyed by the name of the file and the feature. */
const allowed: readonly { file: RegExp; use: string; because: string }[] = [
  { file: /^reader-/, use: 'hasOwn()', because: 'Chromium reads codes itself and does not load this library' },
  { file: /^rsa-oaep-/, use: 'hasOwn()', because: "only a manager's login loads it, and managers have Chromium 96" },
];

function unsupportedInScript(file: string, code: string): string[] {
  const found = new Set<string>();
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  const needs = (use: string, version: string) => found.add(`${use} needs ${version}`);
  const check = (name: string) => calls[name] && Object.hasOwn(calls, name) && needs(`${name}()`, calls[name]);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: () => depth === 0 && needs('await outside of a function', 'Chromium 89'),
    StaticBlock: () => needs('a static block', 'Chromium 94, Safari 16.4'),
    Literal: (node: ESTree.Expression) => {
      if ('regex' in node && /\(\?<[=!]/.test(node.regex.pattern)) needs('a lookbehind', 'Safari 16.4');
    },
    CallExpression: ({ callee }: ESTree.CallExpression) => {
      // Any other bare name is one that the build gave.
      if (callee.type === 'Identifier' && callee.name === 'structuredClone') check(callee.name);
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') check(callee.property.name);
    },
  }).visit(parseSync(file, code).program);
  return [...found];
}

interface Lightning {
  transform(options: { filename: string; code: Uint8Array; visitor: object }): unknown;
}
// The parser that the build uses: it is a dependency of Vite, not of ours.
const parser = 'lightningcss';
const requireFromVite = createRequire(import.meta.resolve('vite'));
const { transform } = requireFromVite(parser) as Lightning;

function unsupportedInStyles(file: string, code: string): string[] {
  const found = new Set<string>();
  /** Inside `@supports` the browser decides; one with forced colours, Chromium 89, supports all that is used for it. */
  let asked = 0;
  const asks = (rule: { type: string }) =>
    rule.type === 'supports' || (rule.type === 'media' && JSON.stringify(rule).includes('forced-colors'));
  const note = (table: Readonly<Record<string, string>>, key: string, use: string) => {
    if (asked === 0 && Object.hasOwn(table, key)) found.add(`${use} needs ${table[key]}`);
  };
  const visitor = {
    Rule: (rule: { type: string }) => {
      if (asks(rule)) asked++;
      note(rules, rule.type, `@${rule.type}`);
    },
    RuleExit: (rule: { type: string }) => {
      if (asks(rule)) asked--;
    },
    Selector: (selector: readonly { type: string; kind?: string; selectors?: unknown[] }[]) => {
      for (const { type, kind = '', selectors = [] } of selector) {
        if (type === 'pseudo-class') note(pseudoClasses, kind, `:${kind}()`);
        if (kind === 'not' && selectors.length > 1) found.add(':not() with a list needs Chromium 88');
      }
    },
    Length: ({ unit }: { unit: string }) => note(units, unit, unit),
    Declaration: ({ property }: { property: string }) => note(properties, property, property),
  };
  transform({ filename: file, code: Buffer.from(code), visitor });
  return [...found];
}

/** The unsupported features of the scripts and styles inside a document. */
function unsupportedInDocument(file: string, html: string): string[] {
  const inline = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, code = '']) => code);
  return [
    ...inline('script').flatMap((code) => unsupportedInScript(`${file}.js`, code)),
    ...inline('style').flatMap((code) => unsupportedInStyles(`${file}.css`, code)),
  ];
}

const finders = { js: unsupportedInScript, css: unsupportedInStyles, html: unsupportedInDocument } as const;
const isKnown = (ending: string): ending is keyof typeof finders => Object.hasOwn(finders, ending);

/** Whether the kind of file is checked. */
export const isChecked = (file: string): boolean => isKnown(endingOf(file));
const endingOf = (file: string) => file.slice(file.lastIndexOf('.') + 1);

/** The features that a built file uses and the oldest promised browsers lack. */
export function findUnsupported(file: string, code: string): string[] {
  const ending = endingOf(file);
  const found = isKnown(ending) ? finders[ending](file, code) : [];
  return found.filter((line) => !allowed.some((one) => one.file.test(file) && line.startsWith(`${one.use} `)));
}
