export const places = {
  choose: '选择位置',
  open: '查看位置',
};
