export const devices = {
  title: '设备列表',
};
