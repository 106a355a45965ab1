import { describe, expect, it } from 'vitest';
import { applyNews, type News, nothing } from './chair-news.rules.ts';
import type { ReceivedState, ReportedState } from './presence.rules.ts';
import type { PresenceRow } from './presence.sql.ts';

const noon = Date.parse('2026-11-15T12:00:00Z');
const at = (second: number) => new Date(noon + second * 1000);

const chair = (changed: Partial<PresenceRow> = {}): PresenceRow => ({
  id: 'A1',
  outlet_id: 1,
  online: true,
  online_at: at(0),
  offline_since: null,
  last_seen_at: at(0),
  fault_code: null,
  fault_boot_id: null,
  fault_seq: null,
  firmware: '1.0',
  boot_id: '7',
  seq: 5,
  boot_bar: 7,
  replaced_at: null,
  ...changed,
});

const said = (changed: Partial<ReportedState> = {}, received: Partial<ReceivedState> = {}): ReceivedState => ({
  state: { state: 'idle', firmware: '1.1', bootId: 7, seq: 6, at: at(10).toISOString(), ...changed } as ReportedState,
  at: at(10),
  retained: false,
  ...received,
});
const told = (...states: ReceivedState[]): News => ({ ...nothing, states });
const unknown = { events: undefined, doubt: undefined };

/** Applies news to a chair and returns the result. */
function after(row: PresenceRow, news: News, known: Parameters<typeof applyNews>[2] = unknown) {
  const outcome = applyNews(row, news, known);
  return { ...outcome, row };
}
const quiet = { query: false, doubted: undefined, running: [], changed: false };

describe('a sign of life', () => {
  const seen = (online: boolean, second: number): News => ({
    ...nothing,
    seenAt: at(second),
    online: { online, at: at(second) },
  });

  it.each<[string, Partial<PresenceRow>, News, Partial<PresenceRow>, object]>([
    [
      'of a chair that was offline puts it online',
      { online: false, offline_since: at(1) },
      seen(true, 9),
      { online: true, offline_since: null, online_at: at(9), last_seen_at: at(9) },
      { changed: true },
    ],
    [
      'of a chair that is online changes nothing but the time',
      {},
      seen(true, 9),
      { online: true, offline_since: null, online_at: at(9), last_seen_at: at(9) },
      {},
    ],
    [
      'that is a last will puts it offline, and it is asked',
      {},
      seen(false, 9),
      { online: false, offline_since: at(9), online_at: at(9) },
      { changed: true, query: true },
    ],
    [
      'that is a last will of a chair that was offline has it asked, and keeps since when',
      { online: false, offline_since: at(1) },
      seen(false, 9),
      { online: false, offline_since: at(1), online_at: at(9) },
      { query: true },
    ],
    [
      'from before the last one is ignored',
      { online_at: at(20) },
      seen(false, 9),
      { online: true, online_at: at(20) },
      {},
    ],
    [
      'from before the board was replaced is ignored',
      { replaced_at: at(10) },
      seen(false, 9),
      { online: true, online_at: at(0), last_seen_at: at(0) },
      {},
    ],
    [
      'from the moment of the replacement counts',
      { replaced_at: at(9) },
      seen(false, 9),
      { online: false, last_seen_at: at(9) },
      { changed: true, query: true },
    ],
  ])('%s', (_case, before, news, row, outcome) => {
    const result = after(chair(before), news);
    expect(result).toMatchObject({ ...quiet, ...outcome });
    expect(result.row).toMatchObject(row);
  });
});

describe('a state', () => {
  it('with the next number is stored without asking the chair', () => {
    const result = after(chair(), told(said()));
    expect(result).toMatchObject(quiet);
    expect(result.row).toMatchObject({ firmware: '1.1', boot_id: '7', seq: 6, boot_bar: 7 });
  });

  it.each<[string, ReceivedState, Partial<PresenceRow>, object]>([
    ['of the next boot begins anew', said({ bootId: 8, seq: 1 }), { boot_id: '8', seq: 1, boot_bar: 8 }, {}],
    ['that was told before changes nothing', said({ seq: 5 }), { boot_id: '7', seq: 5, firmware: '1.0' }, {}],
    ['older than the last changes nothing', said({ seq: 4 }), { boot_id: '7', seq: 5, firmware: '1.0' }, {}],
    ['after a gap is stored, and the chair is asked', said({ seq: 8 }), { seq: 8 }, { query: true }],
    [
      'of an older boot is doubted',
      said({ bootId: 6, seq: 9 }),
      { boot_id: '7', seq: 5 },
      { doubted: { bootId: '6', seq: 9 } },
    ],
    [
      'that is a leap is stored, and the bar stays',
      said({ bootId: 2 ** 52, seq: 1 }),
      { boot_id: String(2 ** 52), boot_bar: 7 },
      {},
    ],
  ])('%s', (_case, received, row, outcome) => {
    const result = after(chair(), told(received));
    expect(result).toMatchObject({ ...quiet, ...outcome });
    expect(result.row).toMatchObject(row);
  });

  it('shows no gap if the missing numbers were used by events; numbers of another boot do not count', () => {
    const events = (bootId: string) => ({ doubt: undefined, events: { bootId, seqs: new Set([6, 7]) } });
    expect(after(chair(), told(said({ seq: 8 })), events('7'))).toMatchObject(quiet);
    expect(after(chair(), told(said({ seq: 8 })), events('6'))).toMatchObject({ ...quiet, query: true });
  });

  it('of a doubtful boot is accepted when it answers our query, and the fault starts again', () => {
    const doubt = { bootId: '3', seq: 1, queriedAt: at(5) };
    const before = chair({ fault_code: 'E1', fault_boot_id: '7', fault_seq: 5 });
    const result = after(before, told(said({ bootId: 3, seq: 2 })), { events: undefined, doubt });
    expect(result).toMatchObject({ ...quiet, changed: true });
    expect(result.row).toMatchObject({ boot_id: '3', seq: 2, boot_bar: 3, fault_code: null, fault_boot_id: '3' });
  });

  it.each<[string, Partial<ReceivedState>, Partial<PresenceRow>, boolean]>([
    [
      'of the board before, received before the replacement, has the new one asked',
      { at: at(9) },
      { replaced_at: at(10) },
      false,
    ],
    ['received at the replacement counts', {}, { replaced_at: at(10) }, true],
    [
      'kept by the broker has the new board asked until that has reported',
      { retained: true },
      { replaced_at: at(1), boot_id: null, seq: null },
      false,
    ],
    ['kept by the broker counts once the new board has reported', { retained: true }, { replaced_at: at(1) }, true],
  ])('%s', (_case, received, before, counts) => {
    const result = after(chair(before), told(said({}, received)));
    expect(result.query).toBe(!counts);
    expect(result.row.firmware).toBe(counts ? '1.1' : '1.0');
  });
});

describe('a fault', () => {
  const broken = { fault_code: 'E1', fault_boot_id: '7', fault_seq: 5 };
  it.each<[string, Partial<PresenceRow>, object, string | null, boolean]>([
    ['comes with its code', {}, { state: 'fault', faultCode: 'E9' }, 'E9', true],
    ['without a code has one that is unknown', {}, { state: 'fault' }, 'unknown', true],
    ['may be told beside another state', {}, { faultCode: 'E3' }, 'E3', true],
    ['ends with a state without one', broken, {}, null, true],
    ['that goes on is no change', broken, { state: 'fault', faultCode: 'E1' }, 'E1', false],
    ['set by a newer event stays', { ...broken, fault_seq: 8 }, {}, 'E1', false],
    [
      'set by a boot number that was a leap ends with the next boot',
      { ...broken, fault_boot_id: String(2 ** 52) },
      { bootId: 8, seq: 1 },
      null,
      true,
    ],
    ['set by the same message stays', { ...broken, fault_seq: 6 }, {}, 'E1', false],
  ])('%s', (_case, before, state, code, changed) => {
    const result = after(chair(before), told(said(state)));
    expect(result.row.fault_code).toBe(code);
    expect(result.changed).toBe(changed);
  });

  it('is dated by the state that reported it', () => {
    const result = after(chair(), told(said({ state: 'fault', faultCode: 'E9', bootId: 8, seq: 2 } as never)));
    expect(result.row).toMatchObject({ fault_boot_id: '8', fault_seq: 2 });
  });
});

describe('an order that a state says to run', () => {
  const running = { state: 'running', orderId: '42', endsAt: at(600).toISOString() } as never;
  const reported = { deviceId: 'A1', orderId: '42', endsAt: at(600) };

  it.each<[string, object, Partial<PresenceRow>, object[]]>([
    ['is reported', {}, {}, [reported]],
    ['is reported after a gap', { seq: 9 }, {}, [reported]],
    ['is reported again by a state that was told before', { seq: 5 }, {}, [reported]],
    ['is not reported by an older state', { seq: 4 }, {}, []],
    ['is not reported by an older boot', { bootId: 6 }, {}, []],
    ['is not reported by an older board', {}, { replaced_at: at(11) }, []],
    ['may have no end', { endsAt: undefined }, {}, [{ ...reported, endsAt: null }]],
    ['has a number', { orderId: undefined }, {}, []],
    ['runs', { state: 'idle' }, {}, []],
  ])('%s', (_case, state, before, expected) => {
    expect(after(chair(before), told(said({ ...(running as object), ...state }))).running).toEqual(expected);
  });

  it('is reported by each of several states', () => {
    const two = told(said(running), said({ ...(running as object), seq: 7, orderId: '43' } as never));
    expect(after(chair(), two).running.map(({ orderId }) => orderId)).toEqual(['42', '43']);
  });
});
