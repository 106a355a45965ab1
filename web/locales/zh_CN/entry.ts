export const entry = {
  title: '欢迎使用',
  hello: '坐下来，放松一下',
  steps: '选择时长 · 支付 · 开始按摩',
  device: '设备编号',
  start: '开始使用',
  scan: '扫码启动',
  login: '请先登录，登录后会回到这台设备',
  adverts: '网点推荐',
  language: '语言',
};
