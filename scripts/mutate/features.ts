import { globSync } from 'node:fs';

/** The files of a feature and the tests that cover it: its own, which run first, and others. */
export interface Feature {
  /** Files, patterns, or folders with all their files. */
  code: readonly string[];
  tests: readonly string[];
  /** The environment of its tests; Node by default. */
  runner?: 'node' | 'browser';
  /** Its tables, whose constraints, unique indexes and triggers are dropped in turn; its views and functions. */
  schema?: readonly string[];
}

export const filesOf = (root: string, { code }: Feature): string[] =>
  code
    .flatMap((path) => globSync(/\.tsx?$/.test(path) ? path : `${path}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.endsWith('/index.ts'))
    .sort();

const f = 'server/src/features';
const orders = `${f}/orders`;
const payments = `${f}/payments`;

export const features: Record<string, Feature> = {
  placing: {
    code: [`${orders}/placing`],
    tests: [
      `${orders}/placing`,
      'server/src/attacks/coupons',
      'server/src/authorisation',
      `${f}/chair-page`,
      `${f}/pay-form`,
    ],
    schema: ['orders', 'number_order', 'published_chair_holders', 'published_coupon_uses'],
  },
  lifecycle: {
    code: [`${orders}/lifecycle`],
    tests: [
      `${orders}/lifecycle`,
      `${orders}/chair`,
      `${orders}/list`,
      `${payments}/attempts/record-payment`,
      `${payments}/payments.test.ts`,
    ],
    schema: ['commands', 'device_events'],
  },
  payments: {
    code: [`${payments}/attempts`, `${payments}/notices`, `${payments}/bills`, `${payments}/ledger.ts`],
    tests: [
      payments,
      'server/src/payment-providers',
      'server/src/payment-troubles',
      'server/src/attacks/foreign-payments',
    ],
    schema: [
      'ledger',
      'payment_attempts',
      'payment_bills',
      'payment_differences',
      'payment_notices',
      'published_confirming_payments',
    ],
  },
  refunds: {
    code: [`${payments}/refunds`],
    tests: [
      `${payments}/refunds`,
      `${payments}/notices`,
      `${payments}/payments.test.ts`,
      `${orders}/list`,
      'server/src/payment-troubles',
    ],
    schema: ['refunds', 'published_open_refunds', 'published_order_refunds'],
  },
  coupons: {
    code: [`${f}/coupons`],
    tests: [
      `${f}/coupons`,
      'server/src/attacks/coupons',
      `${orders}/placing`,
      'server/src/cli/caution',
      'server/src/cli/listings',
      'server/src/cli/setup',
    ],
    schema: ['cash_coupons', 'coupons'],
  },
  session: {
    code: [`${f}/session`],
    tests: [
      `${f}/session`,
      `${f}/retention`,
      'server/src/cli/accounts',
      'server/src/cli/people',
      'server/src/attacks/sessions',
      'server/src/attacks/sms',
      'server/src/attacks/wallets',
      `${f}/pay-form`,
    ],
    schema: ['account_outlets', 'accounts', 'login_attempts', 'sessions', 'sms_codes', 'wallet_states', 'wallets'],
  },
  sms: { code: [`${f}/sms`], tests: [`${f}/sms`, 'server/src/attacks/sms'] },
  visibility: {
    code: [`${orders}/list`],
    tests: [
      `${orders}/list`,
      'server/src/authorisation',
      'server/src/order-filters',
      `${f}/feedback`,
      `${payments}/refunds`,
      'server/src/cli/order-list',
      'server/src/cli/accounts',
    ],
  },
  retention: {
    code: [
      `${f}/retention`,
      'server/src/platform/old-rows.sql.ts',
      `${orders}/chair/old-messages.sql.ts`,
      `${orders}/lifecycle/unpaid-orders.sql.ts`,
    ],
    tests: [`${f}/retention`, 'server/src/cli/retention'],
    schema: ['retention_marks'],
  },
  prices: {
    code: [`${f}/prices`],
    tests: [`${f}/prices`, 'server/src/cli/setup', `${orders}/placing`],
    schema: ['price_groups', 'price_plans', 'prices', 'published_prices'],
  },
  revenue: {
    code: [`${f}/revenue`],
    tests: [`${f}/revenue`, 'server/src/cli/reports'],
    schema: ['revenue', 'revenue_from_orders', 'add_revenue', 'count_orders', 'sum_revenue'],
  },
  presence: {
    code: [`${f}/devices`],
    tests: [
      `${f}/devices`,
      'server/src/gateway/gateway',
      `${f}/outlets`,
      'server/src/cli/devices',
      'server/src/cli/setup',
    ],
    schema: ['devices', 'count_device', 'count_new_devices', 'device_numbered'],
  },
  inbox: {
    code: ['server/src/gateway/inbox.ts', 'server/src/gateway/kinds', `${orders}/chair`],
    tests: [
      'server/src/gateway/inbox',
      `${orders}/chair`,
      `${orders}/lifecycle`,
      `${orders}/placing/races`,
      `${f}/retention`,
      'server/src/gateway/gateway',
    ],
  },
  /** The logic of the web app: hooks, guards, sheets, live updates, queries. */
  web: {
    code: [
      'web/src/mobile/app/{landing,route-guard}.ts',
      'web/src/mobile/data',
      'web/src/mobile/features/**/*.queries.ts',
      'web/src/mobile/features/{devices,feedback}/use-{draft,live-devices,submit}.ts',
      'web/src/mobile/features/chair-page/use-card.ts',
      'web/src/mobile/features/chair-page/paying/use-{coupon,pay,start-form}.ts',
      'web/src/mobile/features/feedback/reply-sheet.tsx',
      'web/src/mobile/features/order-list/{filter-sheet,order-sheet}.tsx',
      'web/src/mobile/features/orders/refund-sheet.tsx',
      'web/src/mobile/features/session/guest-session.ts',
      'web/src/mobile/shell/use-sheet.ts',
      'web/src/platform/{kept-request,live,query-client,query-storage,storage}.ts',
    ],
    tests: ['web/src/mobile', 'web/src/platform'],
    runner: 'browser',
  },
  /** For the other features, only the schema. */
  others: {
    code: [],
    tests: ['server/src/constraints', `${f}/feedback`, `${f}/uploads`],
    schema: [
      'advert_pictures',
      'adverts',
      'agreements',
      'audit_log',
      'consents',
      'dead_letters',
      'demo',
      'event_tickets',
      'feedback',
      'files',
      'login_keys',
      'migrations',
      'outlets',
      'rate_limit_uses',
      'sandbox_payments',
      'sandbox_refunds',
      'secrets',
      'servers',
      'upload_reservations',
      'upload_uses',
    ],
  },
};
