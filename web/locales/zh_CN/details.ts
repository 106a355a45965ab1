export const details = {
  title: '数据详情',
};
