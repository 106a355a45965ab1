import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { basePath } from '@recline/contract/call';
import type { EmbeddedPostgres } from '../../server/src/platform/postgres/embedded.ts';
import { median } from '../lib/figures.ts';
import type { Manager } from './calls.ts';
import { databaseUrl, momentOf } from './database.ts';

export interface Running {
  url: string;
  bareUrl: string;
  tokens: Record<Manager, string>;
  /** Resolves once the process has ended, because PostgreSQL is stopped next. */
  stop(): Promise<void>;
}

/** A server on the dataset with this many orders; its clock starts at the end of the dataset. */
export async function startServer(postgres: EmbeddedPostgres, orders: number): Promise<Running> {
  const moment = await momentOf(postgres, orders);
  if (!moment) throw new Error(`No such dataset: run node bench/dataset.ts ${orders}`);
  const child = fork(join(import.meta.dirname, 'server.ts'), [databaseUrl(postgres, orders), moment.toISOString()]);
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ ...(message as Omit<Running, 'stop'>), stop: () => end(child) }));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

export interface Target {
  url: string;
  token: string;
}

export const at = ({ url, tokens }: Running, path: string, who: Manager): Target => ({
  url: `${url}${basePath}${path}`,
  token: tokens[who],
});

const agents = new Map<number, Agent>();
function agentOf(connections: number): Agent {
  const agent = agents.get(connections) ?? new Agent({ keepAlive: true, maxSockets: connections });
  agents.set(connections, agent);
  return agent;
}

interface Answer {
  status: number | undefined;
  body: string;
  ms: number;
}

/** Sends one request and returns its time, whatever the answer is. */
export function answerOf({ url, token }: Target, connections = 1): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'access-token': token, 'timezone-offset': '480' };
    const sent = request(url, { agent: agentOf(connections), headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, body, ms: performance.now() - began }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends one request and returns its body; throws unless it succeeds. */
export async function get(target: Target, connections = 1): Promise<string> {
  const { status, body } = await answerOf(target, connections);
  if (status !== 200) throw new Error(`${target.url}: ${body}`);
  return body;
}

async function timed(target: Target): Promise<number> {
  const began = performance.now();
  await get(target);
  return performance.now() - began;
}

/** Median milliseconds of each target, taken in turns, so that a busy moment of the machine falls on all alike. */
export async function medians(targets: Target[], rounds: number): Promise<number[]> {
  const times: number[][] = targets.map(() => []);
  for (const target of targets) for (let warm = 0; warm < 8; warm += 1) await get(target);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) times[index]?.push(await timed(target));
  }
  return times.map(median);
}

/** Requests a second over this many connections. */
export async function rate(target: Target, connections: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const work = async () => {
    while (performance.now() < end) {
      await get(target, connections);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return done / seconds;
}
