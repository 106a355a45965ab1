export const feedback = {
  title: '订单反馈',
};
