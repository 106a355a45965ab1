import type pg from 'pg';

/** A valid row of every table that has constraints, made unique by a number. Rows refer to those with number 1. */

export type Row = Record<string, unknown>;

const at = '2026-01-01T00:00:00Z';
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const bytes = (n: number) => `\\x${String(n).padStart(8, '0')}`;

/** In insertable order. */
export const samples: Record<string, (n: number) => Row> = {
  price_groups: (n) => ({ id: n, name: `group ${n}`, currency: 'CNY' }),
  price_plans: (n) => ({
    id: n,
    price_group_id: 1,
    starts_at: `20${10 + n}-01-01T00:00:00Z`,
    prices: [],
    planned_by: 'mei',
  }),
  prices: (n) => ({ id: n, price_group_id: 1, gear: 'deep', minutes: 30, amount: 100, currency: 'CNY' }),
  outlets: (n) => ({
    id: n,
    name: `outlet ${n}`,
    address: 'street',
    latitude: 1,
    longitude: 2,
    currency: 'CNY',
    time_zone: 'Asia/Shanghai',
    price_group_id: 1,
  }),
  devices: (n) => ({
    id: `D${n}`,
    name: 'chair',
    outlet_id: 1,
    price_group_id: 1,
    secret_hash: 'hash',
    offline_since: at,
  }),
  accounts: (n) => ({
    id: n,
    role: 'manager',
    account: `account${n}`,
    mobile: `+861380000${String(n).padStart(4, '0')}`,
    name: 'Mei',
    bound_outlet_id: 1,
  }),
  account_outlets: (n) => ({ account_id: n, outlet_id: 1 }),
  adverts: (n) => ({ id: n, outlet_id: 1, title: 'title', image_url: '/a.png', link_url: 'https://example.com' }),
  advert_pictures: (n) => ({ advert_id: n, name: `picture ${n}`, content_type: 'image/png', content: bytes(n) }),
  agreements: (n) => ({ version: `v${n}`, texts: {} }),
  audit_log: (n) => ({ id: n, actor: 'mei', action: 'price set', target: 'outlet 1' }),
  consents: (n) => ({ account_id: n, version: 'v1', occasion: 'payment', at }),
  coupons: (n) => ({ no: `C${n}`, property: 'free', outlet_id: 1, expires_at: at }),
  cash_coupons: (n) => ({ no: `K${n}`, outlet_id: 1, amount: 100, currency: 'CNY', issued_by: 1, expires_at: at }),
  orders: (n) => ({
    id: n,
    type: 'online',
    status: 'finished',
    pay_type: 'sandbox',
    device_id: 'D1',
    outlet_id: 1,
    placed_by: 1,
    request_id: uuid(n),
    gear: 'deep',
    minutes: 30,
    list_amount: 100,
    amount: 100,
    currency: 'CNY',
    started_at: at,
    ends_at: at,
    ended_at: at,
    order_no: `number ${n}`,
  }),
  commands: (n) => ({ id: uuid(n), device_id: 'D1', type: 'start', order_id: n, expires_at: at }),
  dead_letters: (n) => ({
    id: n,
    device_id: 'D1',
    kind: 'evt',
    payload: {},
    error: 'error',
    received_at: at,
    failed_at: at,
  }),
  demo: () => ({ here: true, filled_until: at, filled_from: at }),
  device_events: (n) => ({ device_id: 'D1', event_id: `e${n}`, type: 'coin', boot_id: '1', seq: n, at, order_id: 1 }),
  event_tickets: (n) => ({ ticket_hash: bytes(n), account_id: 1, token_hash: bytes(n), expires_at: at }),
  feedback: (n) => ({
    id: n,
    order_id: n,
    outlet_id: 1,
    account_id: 1,
    problem: 'noise',
    description: 'loud',
    replied_by: 1,
    language: 'en_US',
    client: 'browser',
  }),
  files: (n) => ({
    id: n,
    account_id: 1,
    key: `key ${n}`,
    url: `url ${n}`,
    stored: `stored ${n}`,
    content_type: 'image/png',
    bytes: 1,
    feedback_id: 1,
  }),
  payment_attempts: (n) => ({
    id: n,
    order_id: 1,
    attempt: n,
    number: `ATTEMPT${n}`,
    provider: 'sandbox',
    amount: 100,
    currency: 'CNY',
    created_at: at,
    query_at: at,
    until: at,
  }),
  refunds: (n) => ({
    id: n,
    order_id: 1,
    attempt_id: 1,
    provider: 'sandbox',
    amount: 1,
    currency: 'CNY',
    reason: 'reason',
    requested_by: 'mei',
    request_id: uuid(n),
    state: 'due',
    try_at: at,
    created_at: at,
  }),
  ledger: (n) => ({ id: n, order_id: n, kind: 'paid', provider: 'cash', amount: 100, currency: 'CNY', at }),
  login_attempts: (n) => ({ id: n, account: 'mei', address: '127.0.0.1' }),
  login_keys: (n) => ({ key_id: `key ${n}`, public_key: 'key', private_key: 'key' }),
  migrations: (n) => ({ name: `9999_${n}.sql` }),
  payment_bills: (n) => ({ provider: 'sandbox', day: `20${10 + n}-01-01`, lease_until: at }),
  payment_differences: (n) => ({
    id: n,
    provider: 'sandbox',
    kind: 'bill missing',
    subject: `subject ${n}`,
    order_id: 1,
    detail: 'detail',
    found_at: at,
  }),
  payment_notices: (n) => ({ id: n, provider: 'sandbox', received_at: at, headers: {}, body: bytes(n), try_at: at }),
  rate_limit_uses: (n) => ({ id: n, scope: 'scope', key: 'key', at }),
  retention_marks: () => ({ kind: 'events', swept_until: at }),
  revenue: (n) => ({
    tier: 'hours',
    outlet_id: n,
    currency: 'CNY',
    at: '2020-01-01T00:00:00Z',
    ...Object.fromEntries(
      ['online_orders', 'online_gross', 'online_refunds', 'cash_orders', 'cash_gross', 'cash_refunds'].map((c) => [
        c,
        1,
      ]),
    ),
  }),
  sandbox_payments: (n) => ({
    number: `ATTEMPT${n}`,
    amount: 100,
    currency: 'CNY',
    return_to: '/',
    back_to: '/',
    ref: `ref ${n}`,
  }),
  sandbox_refunds: (n) => ({ number: `R${n}`, payment: 'ATTEMPT1', amount: 1 }),
  secrets: (n) => ({ name: `secret ${n}`, value: 'value' }),
  servers: (n) => ({ id: uuid(n), seen_at: at, read_until: at }),
  sessions: (n) => ({ token_hash: bytes(n), account_id: 1, exclusive: false }),
  sms_codes: (n) => ({ id: n, mobile: '+8613800000001', code_hash: bytes(n), address: '127.0.0.1', expires_at: at }),
  upload_reservations: (n) => ({ id: n, account_id: 1, bytes: 1, expires_at: at }),
  upload_uses: (n) => ({ id: n, account_id: 1, address: '127.0.0.1', bytes: 1, at }),
  wallet_states: (n) => ({
    state_hash: bytes(n),
    browser_hash: bytes(n),
    wallet: 'wechat',
    return_to: '/',
    expires_at: at,
  }),
  wallets: (n) => ({ wallet: 'wechat', user_id: `user ${n}`, account_id: 1, created_at: at, last_used_at: at }),
};

/** The sample of a table, with other values in some columns. */
export function sampleOf(table: string, n: number, changed: Row = {}): Row {
  const make = samples[table];
  if (!make) throw new Error(`sample-rows.ts has no row of ${table}`);
  return { ...make(n), ...changed };
}

export async function insertRow(db: pg.Pool | pg.PoolClient, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ');
  await db.query(
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`,
    [JSON.stringify(row)],
  );
}
