export const shell = {
  tabNames: { home: '数据概况', details: '数据详情', user: '我的' },
  tabs: '主导航',
  slow: '页面加载时间过长',
  slowHint: '网络可能不稳定，可以再试一次',
  lastUpdated: (time: string) => `暂时无法更新，上次更新于 ${time}`,
  failed: { title: '页面没有加载成功', text: '刚才的操作没有生效。请重试；仍不行时，请换一个浏览器打开' },
  failedPay: { title: '部分内容没有加载成功', text: '您仍可选择套餐并支付；其他功能请重试' },
  zone: (zone: string) => `日期按您所在的时区（${zone}）计算，部分网点位于其他时区`,
};
