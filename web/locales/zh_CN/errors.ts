export const errors = {
  page: '错误',
  branchText: (name: string) => `账号 ${name} 不能扫描此网点的设备`,
  kinds: {
    device: { title: '设备不可用', text: '请更换设备后重新扫码', next: '换一台设备' },
    branch: { title: '网点错误', text: '您的账号不能使用此网点的设备', next: '换一台设备' },
    priceList: { title: '暂无价格', text: '此设备还没有设置价格，请联系网点工作人员', next: '换一台设备' },
    network: { title: '网络连接失败', text: '请检查网络后重试', next: '重试' },
    notFound: { title: '页面不存在', text: '链接可能已失效或输入有误', next: '返回首页' },
    forbidden: { title: '没有权限', text: '您的账号不能查看此页面，如有需要请联系运营方', next: '返回首页' },
    other: { title: '出了点问题', text: '请稍后重试', next: '返回首页' },
  },
  codes: {
    unknownDevice: '无法识别设备，请检查设备编号或重新扫码',
    deviceInUse: '设备正在使用中，请更换设备后重新扫码',
    deviceDidNotStart: '设备未能启动，未扣除任何费用，请更换设备后重新扫码',
  },
};
