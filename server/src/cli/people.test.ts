import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { passwordFits } from '../features/session/passwords.ts';
import { useCli } from '../testing/cli.ts';
import { makeWorld } from '../testing/world.ts';
import { recline } from './recline.ts';

const cli = useCli();
const world = () => makeWorld(cli.pool());

const isPassword = async (account: string, password: string) => {
  const { rows } = await cli.pool().query('SELECT password_hash FROM accounts WHERE account = $1', [account]);
  return passwordFits(password, String(rows[0]?.password_hash));
};

/** Simulates a person at a terminal, with one answer for each prompt. */
async function typing(answers: string[], ...words: string[]) {
  const shown: string[] = [];
  const stdin = Object.assign(new Readable({ read: () => undefined }), { isTTY: true });
  const screen = new Writable({
    write(chunk, _encoding, done) {
      shown.push(String(chunk));
      if (/: $/.test(String(chunk))) setImmediate(() => stdin.push(`${answers.shift()}\n`));
      done();
    },
  });
  const code = await recline(words, { env: cli.env(), stdin, stdout: screen, stderr: screen });
  return { code, shown: shown.join('') };
}

describe('a manager', () => {
  it('is listed with the permissions and outlets that it was given', async () => {
    const { outletId } = await world().outlet();
    const words = ['--account', 'lin', '--name', '林晓', '--outlets', outletId, '--permissions', 'home,user'];
    await cli.run('manager', 'add', ...words);
    expect(await cli.json('manager', 'list')).toContainEqual(
      expect.objectContaining({ account: 'lin', outlets: [outletId], permissions: ['home', 'user'], lastUsedAt: null }),
    );
    expect((await cli.run('manager', 'add', ...words.slice(0, -1), 'everything')).code).toBe(2);
  });

  it('gets the password that was typed twice, which is not shown', async () => {
    const { outletId } = await world().outlet();
    const add = ['manager', 'add', '--account', 'mei', '--name', 'Mei', '--outlets', outletId, '--ask-password'];
    expect(await typing(['a good password', 'another one'], ...add)).toMatchObject({ code: 4 });
    const added = await typing(['a good password', 'a good password'], ...add);
    expect(added).toMatchObject({ code: 0, shown: expect.stringContaining('Manager mei (Mei) can log in.') });
    expect(added.shown).not.toContain('a good password');
    expect(await isPassword('mei', 'a good password')).toBe(true);
    await typing(['a new password', 'a new password'], 'manager', 'reset-password', 'mei', '--ask-password');
    expect(await isPassword('mei', 'a new password')).toBe(true);
  });

  it('gets a new password from standard input; asking needs a terminal', async () => {
    const { account } = await world().manager([await world().outlet()]);
    const reset = ['manager', 'reset-password', account];
    expect((await cli.runWithInput('from a short file\n', ...reset, '--password-stdin')).code).toBe(0);
    expect(await isPassword(account, 'from a short file')).toBe(true);
    expect((await cli.runWithInput('x\n', ...reset, '--ask-password')).code).toBe(2);
    expect((await cli.runWithInput('x\n', ...reset, '--ask-password', '--password-stdin')).code).toBe(2);
  });
});

describe('a member', () => {
  it('is listed with its outlet, and as disabled until it is enabled', async () => {
    const { outletId } = await world().outlet();
    const mobile = '+8613800007777';
    await cli.run('member', 'add', '--mobile', mobile, '--name', '王芳', '--outlet', outletId);
    const listed = async () =>
      (await cli.json<{ mobile: string }[]>('member', 'list')).find((member) => member.mobile === mobile);
    await cli.run('member', 'disable', mobile);
    expect(await listed()).toMatchObject({ name: '王芳', outletId, disabledAt: expect.any(String) });
    expect((await cli.run('member', 'enable', mobile)).stdout).toBe(`${mobile} (王芳) can log in again.\n`);
    expect(await listed()).toMatchObject({ disabledAt: null });
  });
});
