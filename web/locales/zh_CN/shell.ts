export const shell = {
  tabNames: { home: '数据概况', details: '数据详情', user: '我的' },
  tabs: '主导航',
  slow: '页面加载时间过长',
  slowHint: '网络可能不稳定，可以再试一次',
  lastUpdated: (time: string) => `暂时无法更新，上次更新于 ${time}`,
};
