export const result = {
  title: '提交结果',
  success: '提交成功',
  successText: '网点管理员会尽快处理，回复会显示在您的订单里。',
  failure: '提交失败',
  failureText: '您填写的内容和文件都已保留，可以再试一次。',
  reportedText: '网点管理员会尽快处理，感谢您的反馈。',
  toChair: '返回设备页面',
  look: '查看反馈',
  again: '再试一次',
  home: '返回首页',
};
