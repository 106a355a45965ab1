export const packages = {
  choose: '选择时长',
  minuteUnit: '分钟',
  recommended: '最受欢迎',
};
