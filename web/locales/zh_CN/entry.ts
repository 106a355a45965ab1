export const entry = {
  title: '欢迎使用',
};
