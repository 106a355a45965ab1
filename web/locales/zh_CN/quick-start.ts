export const quickStart = {
  title: '快速启动',
  myOrders: '我的订单',
  account: '我的',
  freeChairs: '空闲设备',
  search: '搜索空闲设备',
  noFreeChairs: '现在没有空闲设备',
  idle: '空闲',
  rescan: '重新扫码',
  takeCash: (amount: string) => `收款 ${amount} 并启动`,
  starting: '正在启动设备',
  startingHint: '请坐好，最多需要 10 秒',
  noAnswer: '没有收到回应，请再试一次，不会重复扣款。',
};
