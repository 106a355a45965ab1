import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitOf } from './build-info.ts';

const hash = '0123456789abcdef0123456789abcdef01234567';
const main = 'refs/heads/main';
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'recline-build-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = async (path: string, text: string) => {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), `${text}\n`);
};

describe('the commit of a checkout', () => {
  it.each([
    ['a commit without a branch', { '.git/HEAD': hash }],
    ['a branch', { '.git/HEAD': `ref: ${main}`, [`.git/${main}`]: hash }],
    ['a packed branch', { '.git/HEAD': `ref: ${main}`, '.git/packed-refs': `# pack-refs\n${hash} ${main}` }],
    [
      'a worktree',
      {
        '.git': 'gitdir: shared/worktrees/one',
        'shared/worktrees/one/HEAD': `ref: ${main}`,
        'shared/worktrees/one/commondir': '../..',
        [`shared/${main}`]: hash,
      },
    ],
  ])('is found at %s', async (_title, files) => {
    for (const [path, text] of Object.entries(files)) await write(path, text);
    expect(commitOf(root)).toBe(hash);
  });

  it('is unknown without a repository, and on a branch without commits', async () => {
    expect(commitOf(root)).toBeUndefined();
    await write('.git/HEAD', `ref: ${main}`);
    expect(commitOf(root)).toBeUndefined();
  });
});
