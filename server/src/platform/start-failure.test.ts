import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startFailure } from './start-failure.ts';

const listenOn = (port: number) =>
  new Promise<Error>((_resolve, reject) => createServer().once('error', reject).listen(port, '127.0.0.1'));

it.each(['PORT', 'MQTT_PORT'] as const)(
  'a %s that another program uses is named, with instructions',
  async (setting) => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const error = await listenOn(port).catch((caught: unknown) => caught);
    other.close();
    expect(startFailure(error, { PORT: 1, MQTT_PORT: 2, [setting]: port })).toBe(
      `Port ${port} is in use by another program: stop that one, or set ${setting} to another port.`,
    );
  },
);

it('any other failure keeps its own message', () => {
  expect(startFailure(new Error('no disk'), { PORT: 1, MQTT_PORT: 2 })).toBe('no disk');
});
