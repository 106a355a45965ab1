export const outlets = {
  all: '全部网点',
  allCounted: (count: number) => `全部网点\u00a0·\u00a0${count}`,
  choose: '选择网点',
  change: '选择',
  search: '搜索网点名称或地址',
  clear: '清除',
  found: (count: number) => `${count} 个网点`,
  nothing: '没有符合的网点，换个关键词试试',
  confirm: '确定',
  please: '请选择网点',
  devicesAt: (count: number, address: string) => `${count} 台 · ${address}`,
};
