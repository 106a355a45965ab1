/** What belongs to a feature, and the tests that concern it: its own, which run first, and others that show it. */
export interface Feature {
  /** Files, or folders with all their files. */
  code: readonly string[];
  tests: readonly string[];
  /** Its tables: their constraints, unique indexes and triggers are dropped in turn. */
  tables?: readonly string[];
}

const f = 'server/src/features';
const orders = `${f}/orders`;
const payments = `${f}/payments`;

export const features: Record<string, Feature> = {
  placing: {
    code: [`${orders}/placing`],
    tests: [`${orders}/placing`, 'server/src/attacks/coupons', 'server/src/authorisation', `${f}/chair-page`],
    tables: ['orders'],
  },
  lifecycle: {
    code: [`${orders}/lifecycle`],
    tests: [`${orders}/lifecycle`, `${orders}/chair`, `${orders}/list`],
    tables: ['commands', 'device_events'],
  },
  payments: {
    code: [`${payments}/attempts`, `${payments}/notices`, `${payments}/bills`, `${payments}/ledger.ts`],
    tests: [
      payments,
      'server/src/payment-providers',
      'server/src/payment-troubles',
      'server/src/attacks/foreign-payments',
    ],
    tables: ['ledger', 'payment_attempts', 'payment_bills', 'payment_differences', 'payment_notices'],
  },
  refunds: {
    code: [`${payments}/refunds`],
    tests: [`${payments}/refunds`, `${payments}/payments.test.ts`, `${orders}/list`, 'server/src/payment-troubles'],
    tables: ['refunds'],
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
    tables: ['cash_coupons', 'coupons'],
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
    ],
    tables: ['account_outlets', 'accounts', 'login_attempts', 'sessions', 'sms_codes', 'wallet_states', 'wallets'],
  },
  sms: { code: [`${f}/sms`], tests: [`${f}/sms`, 'server/src/attacks/sms'] },
  visibility: {
    code: [`${orders}/list`],
    tests: [`${orders}/list`, 'server/src/authorisation', 'server/src/order-filters', `${f}/feedback`],
  },
  retention: {
    code: [`${f}/retention`, 'server/src/platform/old-rows.sql.ts', `${orders}/chair/old-messages.sql.ts`],
    tests: [`${f}/retention`, 'server/src/cli/retention'],
    tables: ['retention_marks'],
  },
  prices: {
    code: [`${f}/prices`],
    tests: [`${f}/prices`, 'server/src/cli/setup', `${orders}/placing`],
    tables: ['price_groups', 'price_plans', 'prices'],
  },
  revenue: { code: [`${f}/revenue`], tests: [`${f}/revenue`], tables: ['revenue'] },
  presence: { code: [`${f}/devices`], tests: [`${f}/devices`, 'server/src/gateway/gateway'], tables: ['devices'] },
  inbox: {
    code: ['server/src/gateway/inbox.ts', 'server/src/gateway/kinds', `${orders}/chair`],
    tests: [
      'server/src/gateway/inbox',
      `${orders}/chair`,
      `${orders}/lifecycle`,
      `${f}/retention`,
      'server/src/gateway/gateway',
    ],
  },
};
