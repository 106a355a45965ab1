import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { findProgram, freePort, listens } from './programs.ts';

/** Whether Mosquitto is on this machine (Debian: `apt-get install mosquitto`). */
export const mosquittoPath = findProgram('mosquitto');

export interface Account {
  name: string;
  password: string;
}

const accessRules = join(import.meta.dirname, '../../../deploy/mosquitto.acl');

/** Logs in to a broker, for tests outside of this workspace. */
export const connectTo = (url: string, login: mqtt.IClientOptions) => mqtt.connectAsync(url, login);

/** Mosquitto's file of names and hashes. */
export async function writePasswords(file: string, accounts: Account[]): Promise<void> {
  await writeFile(file, accounts.map(({ name, password }) => `${name}:${password}\n`).join(''));
  if (accounts.length > 0) execFileSync(findProgram('mosquitto_passwd') ?? '', ['-U', file]);
}

/** Starts a Mosquitto on a free port, with these accounts and the access rules that operators deploy. */
export async function startMosquitto(accounts: Account[], anonymous = false) {
  const directory = await mkdtemp(join(tmpdir(), 'recline-mosquitto-'));
  await chmod(directory, 0o755); // started as root, it runs as another user
  const [passwords, rights, settings] = ['passwords', 'rights', 'mosquitto.conf'].map((name) => join(directory, name));
  await writePasswords(passwords ?? '', accounts);
  await copyFile(accessRules, rights ?? '');
  const port = await freePort();
  const guarded = `allow_anonymous false\npassword_file ${passwords}\nacl_file ${rights}`;
  const lines = `listener ${port} 127.0.0.1\n${anonymous ? 'allow_anonymous true' : guarded}\nmax_queued_messages 10000\n`;
  await writeFile(settings ?? '', lines);
  for (const file of [passwords, rights, settings]) await chmod(file ?? '', 0o644);
  // Its output is not kept: a pipe that nobody reads fills up, and the process hangs.
  const child = spawn(mosquittoPath ?? '', ['-c', settings ?? ''], { stdio: 'ignore' });
  await listens(port);
  return {
    url: `mqtt://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    /** Its password file. */
    passwords: passwords ?? '',
    async stop() {
      child.kill();
      await once(child, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
