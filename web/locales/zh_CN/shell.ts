export const shell = {
  tabNames: { home: '数据概况', details: '数据详情', user: '我的' },
  tabs: '主导航',
  back: '返回',
  loading: '加载中',
  slow: '页面加载时间过长',
  slowHint: '网络可能不稳定，可以再试一次',
  retry: '重试',
  failed: '加载失败',
  empty: '暂无数据',
  oldFigures: (time: string) => `暂时连不上网，以下是 ${time} 的数据`,
  loginExpired: '登录已过期',
  justNow: '刚刚',
};
