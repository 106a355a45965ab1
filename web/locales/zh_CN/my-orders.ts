export const myOrders = {
  title: '我的订单',
};
