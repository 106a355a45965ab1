import type { Command } from './command.ts';

/**
 * The commands by their first word, in the order of the help. Each is loaded on demand: a command must not wait for the
 * parts of all others.
 */
const modules: Record<string, () => Promise<Command[][]>> = {
  status: async () => [(await import('./status.ts')).statusCommands],
  doctor: async () => [(await import('./doctor.ts')).doctorCommands],
  migrate: async () => [(await import('./migrations.ts')).migrateCommands],
  outlet: async () => [(await import('./outlets.ts')).outletCommands],
  price: async () => [(await import('./prices.ts')).priceCommands],
  device: async () => [
    (await import('./devices.ts')).deviceCommands,
    (await import('./imports.ts')).importCommands,
    (await import('./labels.ts')).labelCommands,
  ],
  manager: async () => [(await import('./managers.ts')).managerCommands],
  member: async () => [(await import('./members.ts')).memberCommands],
  guest: async () => [(await import('./personal-data.ts')).guestCommands],
  coupon: async () => [(await import('./coupons.ts')).couponCommands],
  'cash-coupon': async () => [(await import('./cash-coupons.ts')).cashCouponCommands],
  advert: async () => [(await import('./adverts.ts')).advertCommands],
  order: async () => [(await import('./orders.ts')).orderCommands],
  payments: async () => [(await import('./payments.ts')).paymentCommands],
  event: async () => [(await import('./events.ts')).eventCommands],
  report: async () => [(await import('./reports.ts')).reportCommands],
  statistics: async () => [(await import('./statistics.ts')).statisticsCommands],
  retention: async () => [(await import('./retention.ts')).retentionCommands],
  backup: async () => [(await import('./backup.ts')).backupCommands],
  restore: async () => [(await import('./backup.ts')).restoreCommands],
  audit: async () => [(await import('./audit.ts')).auditCommands],
};

/** The commands that begin with a word. */
export const commandsOf = async (noun: string): Promise<Command[]> =>
  Object.hasOwn(modules, noun) ? ((await modules[noun]?.()) ?? []).flat() : [];

export const allCommands = async (): Promise<Command[]> =>
  (await Promise.all(Object.keys(modules).map(commandsOf))).flat();
