import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pages, pageUrl } from '@recline/contract/pages';
import { z } from 'zod';
import { type Device, findDevice, listDevices } from '../features/devices/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import { refuse } from '../platform/admin.ts';
import type { Db } from '../platform/db.ts';
import { lanUrl } from '../platform/hosts.ts';
import { readBrand } from '../platform/operator.ts';
import { command, flag, optional } from './command.ts';
import { refused, usage } from './failure.ts';
import * as fields from './fields.ts';
import { plural, said } from './output.ts';

/** The address in a sticker's QR code: the page that starts a chair. */
export const labelUrl = (publicUrl: string, deviceId: string) => `${publicUrl}${pageUrl(pages.index, { deviceId })}`;

const labels = command({
  name: 'device labels',
  summary: 'Makes a PDF of QR labels for printing: 12 on an A4 page, 63.5 × 72 mm each',
  notes:
    'The codes lead to PUBLIC_URL, the address under which phones reach the server: set it as the server has it.\nPrint at 100 %, not fitted to the page.',
  options: {
    device: optional('DEVICES', 'Only these chairs, with commas between', fields.listOf(fields.deviceId)),
    outlet: optional('ID', 'Only the chairs of this outlet', fields.id),
    out: optional('FILE', 'The PDF; labels.pdf, if not given', z.string()),
    trial: flag("Lead to this machine's address in its own network, without https: only to try it"),
    cutLines: flag('Thin lines to cut along, for plain paper'),
  },
  examples: ['device labels --outlet 1 --out labels.pdf', 'device labels --device A10086,A10087'],
  async run({ pool, env }, { device, outlet, out = 'labels.pdf', trial, cutLines }) {
    const address = trial ? lanUrl(`http://localhost:${env.PORT}`) : env.PUBLIC_URL;
    if (!address)
      throw usage(
        'PUBLIC_URL is not set: the codes need the address under which phones reach the server. To try it in your own network: --trial.',
      );
    if (device !== undefined && outlet !== undefined) throw usage('Give either --device or --outlet.');
    if (outlet !== undefined) await findOutlet(pool, outlet);
    const devices =
      device === undefined
        ? await listDevices(pool, outlet ?? null, false)
        : await Promise.all(device.map((each) => findInService(pool, each)));
    if (devices.length === 0) throw refused('There are no chairs to make labels for.');
    const wanted = devices.map(({ deviceId, outletName }) => ({
      deviceId,
      outletName,
      url: labelUrl(address, deviceId),
    }));
    const { drawLabels } = await import('./sheet.ts'); // loads fonts and the PDF library, which no other command needs
    await writeFile(out, await drawLabels(wanted, cutLines, await readBrand(env)));
    const note = trial ? " They are for a trial: they lead to this machine's address in its own network." : '';
    return said(`Labels for ${plural(wanted.length, 'chair')} are in ${resolve(out)}.${note}`, {
      file: resolve(out),
      labels: wanted,
    });
  },
});

async function findInService(db: Db, deviceId: string): Promise<Device> {
  const device = await findDevice(db, deviceId);
  if (device.retiredAt) throw refuse('deviceRetired', { deviceId });
  return device;
}

export const labelCommands = [labels];
