import { createHmac } from 'node:crypto';
import type { Gear } from '@recline/contract/dictionary';
import type { Db } from '../platform/db.ts';
import { secret } from '../platform/secrets.ts';
import * as sql from './demo.sql.ts';
import { chairs } from './places.ts';

export interface ChairToSimulate {
  deviceId: string;
  secret: string;
  /** The count of its coin meter. */
  totalCoins: number;
  /** The order that it runs, from before this start. */
  run: { orderId: string; byCoin: boolean; minutes: number; gear: Gear; startedAt: number } | undefined;
  /** Its current fault. */
  faultCode: string | undefined;
  /** Unplugged some hours ago. */
  unplugged: boolean;
}

export const chairSecret = (key: string, deviceId: string): string =>
  createHmac('sha256', key).update(deviceId).digest('base64url');

/** The demo's chairs with their secrets; none where the database has no demo. */
export async function demoChairs(db: Db): Promise<ChairToSimulate[]> {
  const key = await secret(db, 'demo-chairs');
  const known = new Map((await sql.demoDevices(db)).map((row) => [row.id, row]));
  return chairs.flatMap(({ deviceId, faultCode, brokenHours }) => {
    const row = known.get(deviceId);
    if (!row) return [];
    const { total_coins, order_id, type, minutes, gear, started_at } = row;
    const isRunning = order_id !== null && minutes !== null && gear !== null && started_at !== null;
    return {
      deviceId,
      secret: chairSecret(key, deviceId),
      totalCoins: total_coins,
      run: isRunning
        ? { orderId: String(order_id), byCoin: type === 'coin', minutes, gear, startedAt: started_at.getTime() }
        : undefined,
      faultCode: faultCode ?? undefined,
      unplugged: brokenHours !== null && faultCode === null,
    };
  });
}
