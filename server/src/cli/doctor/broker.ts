import { randomUUID } from 'node:crypto';
import mqtt from 'mqtt';
import { hasSharedSubscriptions } from '../../gateway/servers/shared-subscriptions.ts';
import { isEverywhere, isLoopback } from '../../platform/hosts.ts';
import { checkCertificate } from './certificate.ts';
import { type Checks, type DoctorContext, type Finding, look, ok, patienceMs, reasonOf, wrong } from './finding.ts';

const defaultPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };

export const checkBroker: Checks = (context) =>
  context.env.MQTT_URL === undefined ? embedded(context) : outside(context, context.env.MQTT_URL);

/** Connects: a broker that listens refuses it for lack of an account. */
async function answers(url: string): Promise<string | undefined> {
  const client = mqtt.connect(url, {
    clientId: `doctor-${randomUUID()}`,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: patienceMs,
  });
  try {
    return await new Promise<string | undefined>((resolve) => {
      client.once('connect', () => resolve(undefined));
      client.once('error', (error) => resolve(reasonOf(error)));
      client.once('close', () => resolve('the connection was closed'));
    });
  } finally {
    await client.endAsync(true);
  }
}

const refusedCodes = /not authorized|bad user ?name|identifier rejected|connection refused:/i;

async function embedded({ env }: DoctorContext): Promise<Finding[]> {
  const host = isEverywhere(env.MQTT_HOST) ? '127.0.0.1' : env.MQTT_HOST;
  const url = `mqtt://${host}:${env.MQTT_PORT}`;
  const problem = await answers(url);
  const isThere = problem === undefined || refusedCodes.test(problem);
  const plain = isLoopback(env.MQTT_HOST)
    ? look(
        'chairs',
        `the broker listens on ${env.MQTT_HOST} only, without TLS`,
        'Put a TLS proxy in front of it (deploy/nginx-chairs.conf), or an outside broker with TLS.',
      )
    : look(
        'chairs',
        `plain MQTT on ${env.MQTT_HOST}: secrets of chairs go over the network in the clear`,
        'Only a private network may reach it. Else use TLS: deploy/nginx-chairs.conf, or an outside broker.',
      );
  return [
    isThere
      ? ok('broker', `the embedded one answers at ${url}`)
      : wrong('broker', `no answer at ${url}: ${problem}`, 'Start the server; its log says why it does not listen.'),
    plain,
  ];
}

async function outside({ clock }: DoctorContext, url: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(url);
  const at = `${protocol}//${hostname}`;
  const isSecure = protocol === 'mqtts:' || protocol === 'wss:';
  const secure = isSecure
    ? await checkCertificate('broker certificate', hostname, Number(port) || (defaultPorts[protocol] ?? 0), clock())
    : look('broker certificate', `${at} is not encrypted`, 'Use mqtts:// unless the network is private.');
  const problem = await answers(url);
  if (problem !== undefined) {
    const todo = "See MQTT_URL, the broker's log, and the password of the server's account there.";
    return [secure, wrong('broker', `no session at ${at}: ${problem}`, todo)];
  }
  return [secure, ok('broker', `the server's account logs in at ${at}`), await shared(url)];
}

async function shared(url: string): Promise<Finding> {
  const has = await hasSharedSubscriptions(url, `doctor-${randomUUID()}`);
  const check = 'shared subscriptions';
  if (has) return ok(check, 'the broker divides messages between servers');
  const says = has === false ? 'the broker has none' : 'the broker did not say';
  return wrong(
    check,
    says,
    'Use a broker that has them (Mosquitto 2, EMQX), and give the account the rights of deploy/mosquitto.acl.',
  );
}
