import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { basePath } from '@recline/contract/call';
import { starting } from '@recline/contract/starting';
import { type ChairEvent, type Command, topicOf } from '@recline/contract/topics';
import { Aedes } from 'aedes';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * The least that is safe for a start, to compare the product with: one row is written before the command is sent,
 * one before the answer. Its broker is the embedded one, without access rules.
 */

const [databaseUrl] = process.argv.slice(2);
const startDeadlineMs = 10_000;

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(`
  CREATE TABLE starts (request_id uuid PRIMARY KEY, device_id text NOT NULL, created_at timestamptz NOT NULL);
  CREATE TABLE confirmations (request_id uuid PRIMARY KEY, event_id text NOT NULL, started_at timestamptz NOT NULL);
`);
const insertStart = { name: 'start', text: 'INSERT INTO starts VALUES ($1, $2, now())' };
const insertConfirmation = { name: 'confirmation', text: 'INSERT INTO confirmations VALUES ($1, $2, $3)' };

type Started = Extract<ChairEvent, { type: 'started' }>;
const pendingStarts = new Map<string, (event: Started) => void>();

const broker = await Aedes.createBroker({
  authenticate: (_client, _username, _password, done) => done(null, true),
  authorizePublish: (_client, packet, done) => {
    packet.retain = false; // nobody reads retained states here, and each subscription would search all of them
    done(null);
  },
});

function send(deviceId: string, topic: 'cmd' | 'evt-ack', body: object): void {
  const payload = Buffer.from(JSON.stringify(body));
  broker.publish(
    { cmd: 'publish', topic: topicOf(deviceId, topic), payload, qos: 1, retain: false, dup: false },
    () => {},
  );
}

/** Events other than `started` are only acknowledged. */
function receive(topic: string, payload: Buffer): void {
  const event = JSON.parse(payload.toString()) as ChairEvent;
  const confirm = event.type === 'started' ? pendingStarts.get(event.orderId) : undefined;
  if (confirm && event.type === 'started') confirm(event);
  else send(topic.split('/')[2] ?? '', 'evt-ack', { eventId: event.eventId });
}

broker.subscribe(
  topicOf('+', 'evt'),
  (packet, done) => {
    receive(packet.topic, packet.payload as Buffer);
    done();
  },
  () => {},
);
const chairs = createServer((socket) => {
  socket.setNoDelay(true);
  broker.handle(socket);
}).listen(0, '127.0.0.1');
await once(chairs, 'listening');

/** Sends the command and resolves with the chair's confirmation. */
function startChair(deviceId: string, orderId: string): Promise<Started> {
  const expiresAt = new Date(Date.now() + startDeadlineMs).toISOString();
  const command: Command = { commandId: randomUUID(), type: 'start', orderId, minutes: 1, gear: 'standard', expiresAt };
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      pendingStarts.delete(orderId);
      reject(new Error('the chair did not start'));
    }, startDeadlineMs);
    pendingStarts.set(orderId, (event) => {
      clearTimeout(deadline);
      pendingStarts.delete(orderId);
      resolve(event);
    });
    send(deviceId, 'cmd', command);
  });
}

const running = (orderId: string) => ({ code: 200, message: '', data: { orderId, status: 'running' } });
const inputOf = (body: unknown) =>
  Object.fromEntries(body as URLSearchParams) as Record<'deviceId' | 'requestId', string>;

const http = Fastify();
http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, new URLSearchParams(body.toString())),
);
http.post(`${basePath}${starting.activate.path}`, async ({ body }) => {
  const { deviceId, requestId } = inputOf(body);
  await pool.query({ ...insertStart, values: [requestId, deviceId] });
  const { eventId, at } = await startChair(deviceId, requestId);
  await pool.query({ ...insertConfirmation, values: [requestId, eventId, at] });
  send(deviceId, 'evt-ack', { eventId });
  return running(requestId);
});
/** The same without a database: what HTTP, broker and chair take by themselves. */
http.post(`/unstored${basePath}${starting.activate.path}`, async ({ body }) => {
  const { deviceId, requestId } = inputOf(body);
  const { eventId } = await startChair(deviceId, requestId);
  send(deviceId, 'evt-ack', { eventId });
  return running(requestId);
});
const url = await http.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
process.send?.({ url, mqttUrl: `mqtt://127.0.0.1:${(chairs.address() as AddressInfo).port}` });
