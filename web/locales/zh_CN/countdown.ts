export const countdown = {
  title: '倒计时',
};
