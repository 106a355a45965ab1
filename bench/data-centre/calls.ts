/** The calls that the benches of the data centre measure. */

export const statistics = [
  ['incomeToday', '/statistics/h5/incomeToday'],
  ['incomeOverview', '/statistics/h5/incomeOverview'],
  ['otherSummary', '/statistics/h5/otherSummary'],
  ['home, all in one', '/statistics/h5/home'],
  ['real time', '/statistics/h5/incomeLineChartRealTime'],
  ['seven days', '/statistics/h5/incomeLineChartSevenDays'],
  ['appStatistics, year', '/statistics/appStatistics?period=year'],
  ['appStatistics, month', '/statistics/appStatistics?period=month'],
  ['ranking, year', '/statistics/h5/incomeDetailByArea?period=year'],
  ['report, month', '/area/appReport?period=month'],
  ['report, year', '/area/appReport?period=year'],
  ['orders summary, year', '/order/orderH5?period=year'],
] as const;

export const devices = [
  ['none', ''],
  ['online', '&online=online'],
  ['offline', '&online=offline'],
  ['in use', '&use=inUse'],
  ['idle', '&use=idle'],
  ['abnormal', '&abnormal=true'],
  ['keyword: a number', '&keyword=b10777'],
  ['keyword: a name', '&keyword=outlet%2017'],
  ['keyword: in every number', '&keyword=b1'],
  ['one outlet', '&outletId=7'],
  ['cursor in the middle', '&cursor=B105000'],
] as const;

export const managers = ['one', 'twenty', 'all'] as const;
export type Manager = (typeof managers)[number];
