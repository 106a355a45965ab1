import { expect, it } from 'vitest';
import { versionReport } from './version.ts';

it('recline version says the release, and the commit where it is known', () => {
  process.env.COMMIT = 'a'.repeat(40);
  try {
    const { text, json } = versionReport();
    expect(text).toBe(`${json.version} (${'a'.repeat(40)})`);
    expect(json.version).toMatch(/^\d+\.\d+\.\d+$/);
  } finally {
    delete process.env.COMMIT;
  }
});
