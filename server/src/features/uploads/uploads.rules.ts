import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import { fail } from '../../platform/error.ts';
import type { RateLimit } from '../../platform/rate-limit.ts';

/**
 * The upload policy of Alibaba OSS PostObject: what a form may upload, as base64 of JSON, signed with
 * HMAC-SHA1. OSS checks it for its buckets; we check it the same way for files on our own disk.
 */
export const policyLifetime = 30 * 60_000;
export const unusedLifetime = 24 * 3600_000;
/** A reservation outlives the longest upload: one that a crash left behind expires. */
export const reservationLifetime = (limits.uploadSeconds + 60) * 1000;

/** The minimum that a file counts as, because many small files fill the disk with blocks and the database with rows. */
export const leastBytes = 64 * 1024;

/** A ticket is a policy. A feedback with 52 files needs at most 52; a mall's guests share one address. */
const ticketWindowMs = 10 * 60_000;
export const ticketsOfAccount: RateLimit = { scope: 'upload tickets: account', max: 120, windowMs: ticketWindowMs };
export const ticketsOfAddress: RateLimit = { scope: 'upload tickets: address', max: 1200, windowMs: ticketWindowMs };
/** How long a client waits if too many of its uploads are in progress. */
export const uploadRetrySeconds = 10;

const readableMs = 3600_000;
const minuteMs = 60_000;
/**
 * The expiry of a URL issued now: an hour, rounded up so that the same URL is issued, and can be cached, within a
 * minute.
 */
export const readableUntil = (now: Date): Date =>
  new Date(Math.ceil((now.getTime() + readableMs) / minuteMs) * minuteMs);

/** The query of a URL under which a file can be read. */
export interface ReadQuery {
  Expires?: string;
  Signature?: string;
}

/** Signed with the secret that also signs policies; the prefix ensures that neither signature is valid as the other. */
const signRead = (key: string, expires: string, secret: string): string =>
  createHmac('sha256', secret).update(`read\n${expires}\n${key}`).digest('base64url');

export function readQuery(key: string, until: Date, secret: string): string {
  const expires = String(Math.floor(until.getTime() / 1000));
  return new URLSearchParams({ Expires: expires, Signature: signRead(key, expires, secret) }).toString();
}

/** Whether a file may be read with this query: signed by us for this file, and not yet expired. */
export function readAllowed(key: string, query: ReadQuery, secret: string, now: Date): boolean {
  const { Expires: expires, Signature: signature } = query;
  if (typeof expires !== 'string' || typeof signature !== 'string') return false; // a repeated parameter is an array
  return sameText(signature, signRead(key, expires, secret)) && Number(expires) * 1000 > now.getTime();
}

type Condition =
  | Record<string, string>
  | ['starts-with' | 'eq', string, string]
  | ['content-length-range', number, number];
interface Policy {
  expiration: string;
  conditions: Condition[];
}

/** The path of an account's files: its own prefix, the chosen folder, and a part that nobody can guess. */
export function uploadDir(accountId: number, dir: string, nonce: string): string {
  const folders = dir.split('/').filter((part) => part !== '');
  return ['u', accountId, ...folders, nonce, ''].join('/');
}

export function accountOfKey(key: string): number | undefined {
  const [, id] = /^u\/([1-9]\d{0,14})\//.exec(key) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The largest file that a policy allows: the rest of the quota, as known when the policy is made. */
export const bytesLeft = (left: number): number => Math.max(1, Math.min(left, limits.videoBytes));

/** The most that an upload may take on disk: its declared length, or the largest file if none is declared. */
export function bytesToReserve(contentLength: string | undefined): number {
  const declared = contentLength === undefined ? Number.NaN : Number(contentLength);
  return declared >= 0 ? Math.min(declared, limits.videoBytes) : limits.videoBytes;
}

export function makePolicy(dir: string, expiresAt: Date, maxBytes: number, bucket?: string): string {
  const conditions: Condition[] = [
    ['starts-with', '$key', dir],
    ['content-length-range', 1, maxBytes],
    ...(bucket === undefined ? [] : [{ bucket }]),
  ];
  const policy: Policy = { expiration: expiresAt.toISOString(), conditions };
  return Buffer.from(JSON.stringify(policy)).toString('base64');
}

export const signPolicy = (policy: string, secret: string): string =>
  createHmac('sha1', secret).update(policy).digest('base64');

export type Form = Record<string, string>;

/** How large the parts of a video are. The first one has to tell its type. */
export const partBytes = 4 * 1024 * 1024;

/** Where in its file the content of a form begins: at its start, or behind the parts that came before. */
export function offsetIn({ offset = '0' }: Form): number {
  if (!/^\d{1,12}$/.test(offset)) throw fail('badRequest', { field: 'offset' });
  return Number(offset);
}

/**
 * Whether this form may be uploaded: signed by us, not yet expired, and matching the policy. A file that has begun may go
 * on for as long as an upload may take.
 */
export function formAllowed(form: Form, accessId: string, secret: string, now: Date): boolean {
  const { policy = '', signature = '', OSSAccessKeyId, key = '' } = form;
  if (OSSAccessKeyId !== accessId || !sameText(signature, signPolicy(policy, secret))) return false;
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy;
  const goesOnMs = offsetIn(form) > 0 ? limits.uploadSeconds * 1000 : 0;
  const isInTime = new Date(expiration).getTime() + goesOnMs > now.getTime();
  return isInTime && keyIsPlain(key) && conditions.every((condition) => holds(condition, form));
}

function holds(condition: Condition, form: Form): boolean {
  if (!Array.isArray(condition)) return Object.entries(condition).every(([name, value]) => form[name] === value);
  const [test, field, wanted] = condition;
  if (test === 'content-length-range') return true; // counted while it is written: see `reserve`, `bytesAllowed`
  const value = form[field.slice(1)] ?? '';
  return test === 'eq' ? value === wanted : value.startsWith(wanted);
}

/** No `..`, no empty part, no character with a meaning in URLs: the file's URL is host + key, unescaped. */
export function keyIsPlain(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (key.length > 500 || /[\u0000-\u001f\u007f#?%\\]/.test(key)) return false;
  return key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

export function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The accepted types of files, by content: the type it was recognised as, and the type it is served as. */
const servedAs: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
};
export const safeType = (recognised: string | undefined): string | undefined =>
  recognised === undefined ? undefined : servedAs[recognised];

export const bytesAllowed = (type: string): number =>
  type.startsWith('video/') ? limits.videoBytes : limits.pictureBytes;

export interface Range {
  start: number;
  end: number;
}

/** The requested byte range; undefined for the whole file, null if it cannot be satisfied. */
export function parseRange(header: string | undefined, bytes: number): Range | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start > end ? null : { start, end };
}
