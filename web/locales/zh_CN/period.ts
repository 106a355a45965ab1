export const period = {
  title: '选择时间',
  names: { yesterday: '昨日', today: '今日', week: '本周', month: '本月', year: '本年', custom: '自定义' },
  start: '开始时间',
  end: '结束时间',
  confirm: '确定',
  problems: { missing: '请选择时间', reversed: '请选择正确的时间：结束时间须晚于开始时间', wrong: '请选择正确的时间' },
};
