import { advertCommands } from './adverts.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { cashCouponCommands } from './cash-coupons.ts';
import type { Command } from './command.ts';
import { couponCommands } from './coupons.ts';
import { deviceCommands } from './devices.ts';
import { doctorCommands } from './doctor.ts';
import { eventCommands } from './events.ts';
import { importCommands } from './imports.ts';
import { labelCommands } from './labels.ts';
import { managerCommands } from './managers.ts';
import { memberCommands } from './members.ts';
import { migrateCommands } from './migrations.ts';
import { orderCommands } from './orders.ts';
import { outletCommands } from './outlets.ts';
import { paymentCommands } from './payments.ts';
import { priceCommands } from './prices.ts';
import { reportCommands } from './reports.ts';
import { retentionCommands } from './retention.ts';
import { statisticsCommands } from './statistics.ts';
import { statusCommands } from './status.ts';

/** All commands, in the order of the help. */
export const commands: Command[] = [
  ...statusCommands,
  ...doctorCommands,
  ...migrateCommands,
  ...outletCommands,
  ...priceCommands,
  ...deviceCommands,
  ...importCommands,
  ...labelCommands,
  ...managerCommands,
  ...memberCommands,
  ...couponCommands,
  ...cashCouponCommands,
  ...advertCommands,
  ...orderCommands,
  ...paymentCommands,
  ...eventCommands,
  ...reportCommands,
  ...statisticsCommands,
  ...retentionCommands,
  ...backupCommands,
  ...auditCommands,
];
