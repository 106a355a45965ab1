import { join } from 'node:path';
import { exceptions } from './layers/exceptions.ts';
import { findViolations, unitOf, type Violation } from './layers/violations.ts';

/** Every import against the layers of ARCHITECTURE.md. */

const folders = ['contract/src', 'server/src', 'simulator/src', 'web/src'];
const found = await findViolations(folders, join(import.meta.dirname, '..'));

const pairOf = ({ from, to }: Violation) => `${unitOf(from)} → ${unitOf(to)}`;
const isKnown = (violation: Violation) => exceptions[violation.rule]?.includes(pairOf(violation));

const unknown = found.filter((violation) => !isKnown(violation));
const happening = new Set(found.map((violation) => `${violation.rule}: ${pairOf(violation)}`));
const stale = Object.entries(exceptions)
  .flatMap(([rule, pairs]) => pairs.map((pair) => `${rule}: ${pair}`))
  .filter((exception) => !happening.has(exception));

for (const { rule, from, to } of unknown) console.log(`✘ ${rule}: ${from} → ${to}`);
for (const exception of stale) console.log(`✘ no longer needed in scripts/layers/exceptions.ts: ${exception}`);
console.log(
  `${found.length - unknown.length} known violations, ${unknown.length} new, ${stale.length} stale exceptions`,
);
process.exitCode = unknown.length + stale.length > 0 ? 1 : 0;
