/** Ready replies of managers, in the language of the guest. */
export const replies = {
  templates: {
    sorry: '很抱歉给您带来不便，我们会尽快检查这台设备。',
    repaired: '设备已经修好，欢迎您再来体验。',
    refunded: '已为您办理退款，请注意查收。很抱歉给您带来不便。',
    thanks: '感谢您的反馈，我们会继续改进。',
  },
};
