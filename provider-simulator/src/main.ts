import { parseArgs } from 'node:util';
import { startProviders } from './simulator.ts';

const help = `npm run simulate-payments -- --port 9090 --folder .data/providers

  --port N             where it listens (9090)
  --host ADDRESS       on which address (127.0.0.1)
  --public-url URL     its address for payers' browsers, if it is another
  --folder PATH        keeps keys and payments here (.data/providers)
  --webhook URL        where Stripe's events go: <PUBLIC_URL>/api/payments/notice/stripe
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9090' },
    host: { type: 'string', default: '127.0.0.1' },
    'public-url': { type: 'string' },
    folder: { type: 'string', default: '.data/providers' },
    webhook: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  if (values.help) return void say(help);
  const providers = await startProviders({
    port: Number(values.port),
    host: values.host,
    publicUrl: (local) => values['public-url'] ?? local,
    folder: values.folder,
    stripeWebhook: values.webhook,
    rules: { billsAtOnce: true },
  });
  say('# Start Recline with these settings:');
  for (const [name, value] of Object.entries(providers.settings)) say(`${name}=${value}`);
  say(`# Misbehaviour on demand: ${providers.controlUrl}`);
  stopOnEnd(() => providers.stop());
}

/** Also when the npm that started this process has ended: the shell between the two passes no signals on. */
function stopOnEnd(stop: () => Promise<unknown>): void {
  let isEnding = false;
  const stopOnce = () => {
    if (isEnding) return;
    isEnding = true;
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce);
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && stopOnce(), 500).unref();
}

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n\n${help}`);
  process.exit(1);
});
