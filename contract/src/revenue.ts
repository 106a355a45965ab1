import { z } from 'zod';
import { defineCalls } from './call.ts';
import {
  amount,
  count,
  currency,
  currencyChoice,
  day,
  id,
  inCurrency,
  instant,
  optional,
  periodInput,
} from './fields.ts';

const comparable = z.boolean().optional().describe('false where the outlets had no income yet when `previous` began');
const span = z.object({ online: amount, cash: amount, total: amount, previous: amount, comparable });
const baseline = amount.nullable().describe('null where the outlets had no income yet when it began');
const lastWeek = baseline.optional();
const today = { online: amount, cash: amount, total: amount, asOf: instant };
const todayCompared = { ...today, lastWeek: lastWeek.describe('the same day of last week, up to the same time') };
const yesterday = span.extend({ lastWeek: lastWeek.describe('the same day of last week') });
const overview = { yesterday, week: span, month: span, year: span };
const summary = { ordersToday: count, outlets: count, devices: count, abnormalDevices: count };
const dailyPoint = z.object({ day, online: amount, cash: amount });
const dailyPoints = {
  points: z.array(dailyPoint),
  before: z.array(dailyPoint).optional().describe('the seven days before'),
  lastWeek: dailyPoint.optional().describe('the same day of last week as today, up to the same time'),
};
/** Of the orders that started in the period: their gross amount, refunds and net amount. */
const grossAndNet = { gross: amount, refunds: amount, net: amount };
const scope = periodInput({ outletId: optional(id), currency: optional(currency) });

export const revenue = defineCalls({
  today: {
    method: 'GET',
    path: '/statistics/h5/incomeToday',
    access: 'home',
    summary: "Today's income, online and cash",
    input: currencyChoice,
    output: z.object({ ...today, ...inCurrency }),
  },
  overview: {
    method: 'GET',
    path: '/statistics/h5/incomeOverview',
    access: 'home',
    summary: 'Income of yesterday, this week, month and year, each beside the same part of the period before',
    input: currencyChoice,
    output: z.object({ ...overview, ...inCurrency }),
  },
  summary: {
    method: 'GET',
    path: '/statistics/h5/otherSummary',
    access: 'home',
    summary: "Today's orders, outlets, devices, abnormal devices",
    input: currencyChoice,
    output: z.object({ ...summary, ...inCurrency }),
  },
  home: {
    method: 'GET',
    path: '/statistics/h5/home',
    access: 'home',
    summary: 'All figures of the overview screen in one answer',
    input: currencyChoice,
    output: z.object({
      today: z.object(todayCompared),
      overview: z.object(overview),
      summary: z.object(summary),
      newFeedback: count,
      ...inCurrency,
    }),
  },
  realTime: {
    method: 'GET',
    path: '/statistics/h5/incomeLineChartRealTime',
    access: 'home',
    summary: 'Today hour by hour up to now',
    input: currencyChoice,
    output: z.object({ points: z.array(z.object({ at: instant, online: amount, cash: amount })), ...inCurrency }),
  },
  sevenDays: {
    method: 'GET',
    path: '/statistics/h5/incomeLineChartSevenDays',
    access: 'home',
    summary: 'Income of seven days, today last',
    input: currencyChoice,
    output: z.object({ ...dailyPoints, ...inCurrency }),
  },
  ordersSevenDays: {
    method: 'GET',
    path: '/statistics/h5/ordersBarChartSevenDays',
    access: 'home',
    summary: 'Number of orders of seven days, today last',
    input: currencyChoice,
    output: z.object({ ...dailyPoints, ...inCurrency }),
  },
  statistics: {
    method: 'GET',
    path: '/statistics/appStatistics',
    access: 'details',
    summary: 'The figures of a period, for all outlets or one',
    input: scope,
    output: z.object({
      yield: amount,
      devices: count,
      online: amount,
      cash: amount,
      orders: count,
      perDevice: amount,
      ...grossAndNet,
      ...inCurrency,
    }),
  },
  byOutlet: {
    method: 'GET',
    path: '/statistics/h5/incomeDetailByArea',
    access: 'details',
    summary: 'The figures of a period outlet by outlet, highest total first',
    input: scope,
    output: z.object({
      rows: z.array(
        z.object({
          outletId: id,
          outletName: z.string(),
          devices: count,
          online: amount,
          cash: amount,
          total: amount,
          orders: count,
          perDevice: amount,
          ...grossAndNet,
          previous: baseline
            .optional()
            .describe('the total of the period before, of today the same day of last week, up to the same point'),
        }),
      ),
      ...inCurrency,
    }),
  },
  comparison: {
    method: 'GET',
    path: '/statistics/h5/comparison',
    access: 'details',
    summary: 'The income of a period a day, a week and a period earlier, each up to the same point',
    input: scope,
    output: z.object({ day: baseline, weekday: baseline, period: baseline, ...inCurrency }),
  },
  hours: {
    method: 'GET',
    path: '/statistics/h5/incomeByHour',
    access: 'details',
    summary: 'A period of up to two days hour by hour, up to now',
    input: scope,
    output: z.object({
      points: z.array(z.object({ at: instant, online: amount, cash: amount, orders: count })),
      ...inCurrency,
    }),
    errors: ['badRequest'],
  },
  report: {
    method: 'GET',
    path: '/area/appReport',
    access: 'details',
    summary: 'A row a day, or a row a month over 62 days, none missing',
    input: scope,
    output: z.object({
      rows: z.array(z.object({ day, online: amount, cash: amount, orders: count, ...grossAndNet })),
      ...inCurrency,
    }),
  },
});
