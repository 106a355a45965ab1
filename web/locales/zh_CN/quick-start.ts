export const quickStart = {
  title: '快速启动',
};
