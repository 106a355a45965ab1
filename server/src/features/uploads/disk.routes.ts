import { createReadStream } from 'node:fs';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { limits } from '@recline/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { phrases } from '../../locales/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/error.ts';
import { addressKey } from '../../platform/http/address.ts';
import { extendBodyDeadline } from '../../platform/http/body-timeout.ts';
import { languageOf } from '../../platform/http/calls.ts';
import { type Disk, filesPath, type Kept } from './disk.ts';
import { orBadRequest, partsOf } from './form-parts.ts';
import {
  bytesToReserve,
  type Form,
  formAllowed,
  keyIsPlain,
  offsetIn,
  parseRange,
  type ReadQuery,
  readAllowed,
} from './uploads.rules.ts';
import type { Reservation, Uploads } from './uploads.service.ts';

/** One byte above the limit, so that a file over it can be detected. */
const formLimits = { files: 1, fields: 20, fieldSize: 16 * 1024, fileSize: limits.videoBytes + 1 };

/** The server as its own file host, with the same form as OSS. */
export async function serveDisk(app: FastifyInstance, disk: Disk, uploads: Uploads, clock: Clock): Promise<void> {
  // In a separate scope, because no other route accepts multipart.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false, limits: formLimits });
    scope.post(filesPath, async (request) => {
      await takeForm(request, { disk, uploads, clock }).catch((error: unknown) => {
        request.raw.resume(); // drains the rest, or the connection would stall
        throw error;
      });
      return { code: 200, message: phrases[languageOf(request)].success, data: null };
    });
  });
  app.get(`${filesPath}*`, (request, reply) => sendFile(request, reply, disk, uploads, clock));
}

interface Host {
  disk: Disk;
  uploads: Uploads;
  clock: Clock;
}

async function takeForm(request: FastifyRequest, host: Host): Promise<void> {
  const form: Form = {};
  let taken = false;
  for await (const part of partsOf(request)) {
    if (part.type === 'field') form[part.fieldname] = String(part.value);
    else {
      await takeFile(part, form, request, host);
      taken = true;
    }
  }
  if (!taken) throw fail('badRequest', { field: 'file' });
}

async function takeFile(part: MultipartFile, form: Form, request: FastifyRequest, host: Host): Promise<void> {
  const { disk, uploads, clock } = host;
  const { key = '' } = form;
  const begin = async () => {
    if (!formAllowed(form, disk.accessId, await disk.secret(), clock())) throw fail('forbidden');
    const offset = offsetIn(form);
    const begun = offset === 0 ? undefined : await uploads.findBegun(key, offset);
    const bytes = bytesToReserve(request.headers['content-length']);
    const reservation = await uploads.reserve({ key, bytes, offset }, addressKey(request.ip));
    return { offset, begun, reservation };
  };
  const { offset, begun, reservation } = await begin().catch(async (error: unknown) => {
    for await (const _ of orBadRequest(part.file)); // browsers read the answer only after they have sent everything
    throw error;
  });
  extendBodyDeadline(request, limits.uploadSeconds);
  dropWhenStalled(request, limits.uploadStallSeconds);
  const content = orBadRequest(part.file);
  const file = { key, url: disk.address(request) + key };
  try {
    if (begun) await uploads.register({ ...file, ...(await disk.append(content, begun, offset)) }, reservation);
    else await keepFile(file, await disk.keep(content), host, reservation);
  } catch (error) {
    await uploads.release(reservation);
    throw error;
  }
}

async function keepFile(
  file: { key: string; url: string },
  kept: Kept,
  { disk, uploads }: Host,
  reservation: Reservation,
): Promise<void> {
  try {
    await uploads.register({ ...file, ...kept }, reservation);
  } catch (error) {
    await disk.remove({ key: file.key, stored: kept.stored });
    throw error;
  }
}

/**
 * A phone that leaves its network does not close the connection: its upload would keep its reservation until the
 * deadline.
 */
function dropWhenStalled({ raw }: FastifyRequest, seconds: number): void {
  raw.setTimeout(seconds * 1000, () => raw.destroy());
  raw.once('end', () => raw.setTimeout(0));
}

/** The signature is the permission: only callers who may see the file get one. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, disk: Disk, uploads: Uploads, clock: Clock) {
  const key = (request.params as { '*': string })['*'];
  const isSigned = readAllowed(key, request.query as ReadQuery, await disk.secret(), clock());
  const file = isSigned && keyIsPlain(key) ? await uploads.findFile(key) : undefined;
  if (!file) throw fail('notFound');
  // We send no validators, so a conditional range (If-Range) is answered with the whole file.
  const asked = request.headers['if-range'] === undefined ? request.headers.range : undefined;
  const range = parseRange(asked, file.bytes);
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cache-control', 'private, max-age=3600, immutable')
    .header('accept-ranges', 'bytes');
  if (range === null) return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  reply.type(file.content_type).header('content-length', end - start + 1);
  return reply.send(createReadStream(disk.pathOf(file.stored), { start, end }));
}
