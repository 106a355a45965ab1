export const result = {
  title: '提交结果',
};
