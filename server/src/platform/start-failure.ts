import type { Env } from './env.ts';

type Ports = Pick<Env, 'PORT' | 'MQTT_PORT'>;

/** Why the server did not start, in a sentence for the person who started it. */
export function startFailure(error: unknown, settings: Ports | undefined): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code !== 'EADDRINUSE' || settings === undefined) return message;
  const setting = port === settings.MQTT_PORT ? 'MQTT_PORT' : 'PORT';
  return `Port ${port} is in use by another program: stop that one, or set ${setting} to another port.`;
}
