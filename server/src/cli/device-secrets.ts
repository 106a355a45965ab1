import { z } from 'zod';
import { exportBrokerEntries, replaceDevice, rotateSecret } from '../features/devices/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import { command, optional, required } from './command.ts';
import * as fields from './fields.ts';
import { mosquittoOption, updatePasswordFile } from './mosquitto.ts';
import { plural, said } from './output.ts';

export const deviceArgument = { device: required('DEVICE', 'The chair', fields.deviceId) };
export const shownOnce = 'The secret is shown this once: put it into the chair now.';

const rotate = command({
  name: 'device rotate-secret',
  summary: 'Gives a chair a new secret; the old one stops working',
  notes: 'A chair that is connected by the old one is cut off (with an outside broker: when it next connects).',
  arguments: deviceArgument,
  options: mosquittoOption,
  confirms: ({ device: id }) => `Chair ${id} stays offline until the new secret is put into it.`,
  examples: ['device rotate-secret A10086', 'device rotate-secret A10086 --mosquitto /etc/mosquitto/passwords --yes'],
  async run(context, { device: id, mosquitto }) {
    const { deviceId, secret } = await rotateSecret(context, id, (entries) => updatePasswordFile(mosquitto, entries));
    return said(`Chair ${id} has a new secret.\nSecret: ${secret}\n${shownOnce}`, { deviceId, secret });
  },
});

const replace = command({
  name: 'device replace',
  summary: "Registers a chair's new board: new secret, no fault, a fresh coin meter",
  notes: 'What the old board reported stays in the history. Its orders and its coins stay in the books.',
  arguments: deviceArgument,
  options: {
    totalCoins: optional('N', "What the new board's coin meter shows; 0, if not given", fields.between(0, 1e9)),
    ...mosquittoOption,
  },
  confirms: ({ device: id }) => `The old board of chair ${id} is locked out.`,
  examples: ['device replace A10086', 'device replace A10086 --total-coins 120 --yes'],
  async run(context, { device: id, totalCoins = 0, mosquitto }) {
    const { deviceId, secret } = await replaceDevice(context, id, { totalCoins }, (entries) =>
      updatePasswordFile(mosquitto, entries),
    );
    return said(`Chair ${id} awaits its new board.\nSecret: ${secret}\n${shownOnce}`, { deviceId, secret });
  },
});

const secrets = command({
  name: 'device secrets',
  summary: "Writes the chairs' hashed secrets into Mosquitto's password file; no chair needs a new secret",
  notes:
    "For a change from the embedded broker to an outside one. A chair of an older version is known in the broker's\nformat once it has connected to the embedded broker again; those that have not are named.",
  options: {
    mosquitto: required('FILE', "Mosquitto's password file; other lines stay as they are", z.string()),
    outlet: optional('ID', 'Only those of this outlet', fields.id),
  },
  examples: ['device secrets --mosquitto /etc/mosquitto/passwords'],
  async run({ pool }, { mosquitto, outlet }) {
    if (outlet !== undefined) await findOutlet(pool, outlet);
    const { entries, missing } = await exportBrokerEntries(pool, outlet ?? null);
    await updatePasswordFile(mosquitto, entries);
    const written = `${plural(entries.length, 'chair')} in ${mosquitto}.`;
    const text =
      missing.length === 0
        ? written
        : `${written}\nNot known in this format, because they have not connected since the upgrade: ${missing.join(', ')}.\nConnect them once to the embedded broker, or give them new secrets (\`recline device rotate-secret\`).`;
    return said(text, { file: mosquitto, written: entries.length, missing });
  },
});

export const secretCommands = [rotate, replace, secrets];
