import { findOutlet, listOutlets } from '../features/outlets/index.ts';
import { offsetIn } from '../platform/calendar.ts';
import type { Context } from './context.ts';

/** The zone that defines the days: --zone, or that of the outlet, or that of the first outlet. */
export async function outletZone(context: Context, outletId: number | undefined) {
  const { pool, clock, zone: chosen } = context;
  const [outlet] = outletId === undefined ? await listOutlets(pool) : [await findOutlet(pool, outletId)];
  const zone = chosen ?? outlet?.timeZone ?? 'UTC';
  return { zone, offset: offsetIn(zone, clock()) };
}
