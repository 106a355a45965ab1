import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { rules } from './rules.ts';

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

const tests = '\\.test\\.tsx?$|^server/src/attacks/|/dist/';

/** The code that keeps the layers. */
export const layered = [
  'bench',
  'contract/src',
  'faults',
  'provider-simulator/src',
  'server/src',
  'simulator/src',
  'web/src',
];

/** TypeScript 7 has no API to parse with, so swc does it. It sees imports of types as well. */
export async function findViolations(baseDir: string, folders = layered): Promise<Violation[]> {
  const { output } = await cruise(folders, {
    baseDir,
    parser: 'swc',
    validate: true,
    ruleSet: { forbidden: rules },
    exclude: { path: tests },
    includeOnly: { path: `^(?:${folders.join('|')})/` },
    doNotFollow: { path: 'node_modules' },
  });
  const { modules, summary } = output as ICruiseResult;
  if (modules.length === 0) throw new Error('no module was found');
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
