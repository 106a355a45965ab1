export const chart = {
  title: '数据图表',
};
