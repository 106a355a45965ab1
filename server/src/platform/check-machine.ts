import { problemOf, thisMachine } from './requirements.ts';

/** Imported first by every program: on an unsuitable machine other imports fail with obscure errors. */
const problem = problemOf(thisMachine());
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
