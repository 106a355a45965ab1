import type { revenue } from '@recline/contract/revenue';
import { dayOf } from '../../platform/calendar.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Scope } from '../outlets/index.ts';
import type { Income } from './income.ts';
import { baselineSpans, hoursUpTo, lastDays, perDevice } from './revenue.rules.ts';
import type { Revenue } from './revenue.service.ts';

const inCurrency = ({ currency, currencies }: Scope) => ({ currency, currencies });
const amounts = ({ online, cash, total }: Income) => ({ online, cash, total });
const grossAndNet = ({ gross, refunds, total }: Income) => ({ gross, refunds, net: total });
const orders = ({ onlineOrders, cashOrders }: Income) => onlineOrders + cashOrders;

type Others = Awaited<ReturnType<Revenue['others']>>;
const summaryOf = (scope: Scope, today: Income, others: Others) => ({
  ordersToday: orders(today),
  outlets: scope.inCurrency.length,
  devices: others.devices,
  abnormalDevices: others.abnormal,
});

type AllHandlers = HandlersOf<typeof revenue>;

export const revenueHandlers = (service: Revenue): AllHandlers => ({
  ...homeHandlers(service),
  ...chartHandlers(service),
  ...detailHandlers(service),
});

const homeHandlers = (service: Revenue): Pick<AllHandlers, 'today' | 'overview' | 'summary' | 'home'> => ({
  today: async (input, { caller, offset }) => {
    const scope = await service.scopeOf(caller, input, offset);
    const now = service.now();
    return { ...amounts(await service.today(scope, now)), asOf: now.toISOString(), ...inCurrency(scope) };
  },
  overview: async (input, { caller, offset }) => {
    const scope = await service.scopeOf(caller, input, offset);
    return { ...(await service.overview(scope, service.now())).overview, ...inCurrency(scope) };
  },
  summary: async (input, { caller, offset }) => {
    const scope = await service.scopeOf(caller, input, offset);
    const now = service.now();
    const [today, others] = await Promise.all([service.today(scope, now), service.others(scope, now)]);
    return { ...summaryOf(scope, today, others), ...inCurrency(scope) };
  },
  home: async (input, { caller, offset }) => {
    const scope = await service.scopeOf(caller, input, offset);
    const now = service.now();
    const [{ today, overview }, others] = await Promise.all([service.overview(scope, now), service.others(scope, now)]);
    return {
      today: { ...amounts(today), lastWeek: today.lastWeek, asOf: now.toISOString() },
      overview,
      summary: summaryOf(scope, today, others),
      newFeedback: others.new_feedback,
      ...inCurrency(scope),
    };
  },
});

function chartHandlers(service: Revenue): Pick<AllHandlers, 'realTime' | 'sevenDays' | 'ordersSevenDays'> {
  const sevenDays = async (scope: Scope, series: (income: Income) => { online: number; cash: number }) => {
    const now = service.now();
    const days = lastDays(14, now, scope.offset);
    const { weekday } = baselineSpans({ period: 'today' }, now, scope.offset);
    const rows = await service.incomeOf(scope, [...days, weekday]);
    const points = rows.map(({ since, income }) => ({ day: dayOf(since, scope.offset), ...series(income) }));
    return { points: points.slice(7, 14), before: points.slice(0, 7), lastWeek: points[14], ...inCurrency(scope) };
  };
  return {
    realTime: async (input, { caller, offset }) => {
      const scope = await service.scopeOf(caller, input, offset);
      const rows = await service.incomeOf(scope, hoursUpTo(service.now(), scope.offset));
      const points = rows.map(({ since, income: { online, cash } }) => ({ at: since.toISOString(), online, cash }));
      return { points, ...inCurrency(scope) };
    },
    sevenDays: async (input, { caller, offset }) =>
      sevenDays(await service.scopeOf(caller, input, offset), ({ online, cash }) => ({ online, cash })),
    ordersSevenDays: async (input, { caller, offset }) =>
      sevenDays(await service.scopeOf(caller, input, offset), ({ onlineOrders, cashOrders }) => ({
        online: onlineOrders,
        cash: cashOrders,
      })),
  };
}

type DetailHandlers = Pick<AllHandlers, 'statistics' | 'byOutlet' | 'report' | 'comparison' | 'hours'>;

const detailHandlers = (service: Revenue): DetailHandlers => ({
  statistics: async (input, { caller, offset }) => {
    const { scope, devices, income } = await service.figuresOf(caller, input, offset);
    return {
      yield: income.total,
      devices,
      online: income.online,
      cash: income.cash,
      orders: orders(income),
      perDevice: perDevice(income.total, devices),
      ...grossAndNet(income),
      ...inCurrency(scope),
    };
  },
  byOutlet: async (input, { caller, offset }) => {
    const { scope, rows } = await service.byOutlet(caller, input, offset);
    return {
      rows: rows.map(({ id, name, devices, income, previous }) => ({
        outletId: String(id),
        outletName: name,
        devices,
        ...amounts(income),
        orders: orders(income),
        perDevice: perDevice(income.total, devices),
        ...grossAndNet(income),
        previous,
      })),
      ...inCurrency(scope),
    };
  },
  comparison: async (input, { caller, offset }) => {
    const { scope, day, weekday, period } = await service.comparison(caller, input, offset);
    return { day, weekday, period, ...inCurrency(scope) };
  },
  hours: async (input, { caller, offset }) => {
    const { scope, rows } = await service.hours(caller, input, offset);
    const points = rows.map(({ since, income }) => ({
      at: since.toISOString(),
      online: income.online,
      cash: income.cash,
      orders: orders(income),
    }));
    return { points, ...inCurrency(scope) };
  },
  report: async (input, { caller, offset }) => {
    const { scope, rows } = await service.report(caller, input, offset);
    return {
      rows: rows.map(({ day, income }) => ({
        day,
        online: income.online,
        cash: income.cash,
        orders: orders(income),
        ...grossAndNet(income),
      })),
      ...inCurrency(scope),
    };
  },
});
