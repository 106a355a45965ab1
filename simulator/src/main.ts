import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isDeviceNumber } from '@recline/contract/device-number';
import { startControl } from './control.ts';
import { startFleet } from './fleet.ts';
import { registerChairs, simulatedId } from './register.ts';
import { stopOnEnd } from './stop-on-end.ts';

const help = `npm run simulate -- --chairs 500 --broker mqtt://localhost:1883

  --chairs N            how many chairs (10, or all of the file)
  --broker URL          the broker they connect to (mqtt://localhost:1883)
  --file secrets.csv    the chairs and their secrets, a line each: id,secret
  --database URL        registers the chairs in this database first, as SIM000001 and so on
  --secret TEXT         one secret for all of them, for a broker that does not ask (simulated)
  --minute SECONDS      how long a minute of massage lasts (60)
  --control PORT        an HTTP interface on this machine, to give chairs faults and coins
`;

const { values } = parseArgs({
  options: {
    chairs: { type: 'string' },
    broker: { type: 'string', default: 'mqtt://localhost:1883' },
    file: { type: 'string' },
    database: { type: 'string' },
    secret: { type: 'string', default: 'simulated' },
    minute: { type: 'string', default: '60' },
    control: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

async function credentials(): Promise<{ deviceId: string; secret: string }[]> {
  const count = Number(values.chairs ?? 10);
  if (!Number.isInteger(count) || count < 1) throw new Error('--chairs must be a whole number above 0');
  if (values.database) return registerChairs(values.database, count);
  if (!values.file)
    return Array.from({ length: count }, (_, index) => ({ deviceId: simulatedId(index), secret: values.secret }));
  const lines = (await readFile(values.file, 'utf8')).split(/\r?\n/).filter((line) => line.includes(','));
  const rows = lines.map((line) => ({
    deviceId: line.slice(0, line.indexOf(',')).trim(),
    secret: line.slice(line.indexOf(',') + 1).trim(),
  }));
  const named = rows.filter(({ deviceId }) => isDeviceNumber(deviceId) && deviceId !== 'deviceId');
  return values.chairs === undefined ? named : named.slice(0, count);
}

async function run(): Promise<void> {
  if (values.help) return void say(help);
  const chairs = await credentials();
  const fleet = await startFleet({ brokerUrl: values.broker, chairs, secondsPerMinute: Number(values.minute) });
  say(`${chairs.length} chairs are connected to ${values.broker}`);
  const control = values.control === undefined ? undefined : await startControl(fleet, Number(values.control));
  if (control) say(`control: ${control.url}/chairs`);
  stopOnEnd(() => {
    say('switching off');
    return Promise.all([fleet.stop(), control?.stop()]);
  });
}

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n\n${help}`);
  process.exit(1);
});
