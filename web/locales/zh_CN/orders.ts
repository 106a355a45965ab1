export const orders = {
  title: '订单',
};
