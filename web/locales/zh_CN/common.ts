export const common = {
  appName: 'Recline',
  tagline: '共享按摩椅数据中心',
  languageNames: { zh_CN: '简体中文', en_US: 'English', id_ID: 'Bahasa Indonesia' },
  close: '关闭',
  network: '网络连接失败',
  timeout: '等待时间过长，请重试',
  missingUrl: '接口路径不存在',
  notLoggedIn: '请先登录',
  loggedInElsewhere: '您的账号已在其他设备登录，请注意账号安全',
  unknown: '出了点问题，请稍后重试',
};
