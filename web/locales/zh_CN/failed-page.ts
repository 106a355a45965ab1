/** What a document says when its scripts fail. It is rendered by the build: no script carries it. */
export const failedPage = {
  app: { title: '页面没有加载成功', text: '刚才的操作没有生效。请重试；仍不行时，请换一个浏览器打开' },
  paying: { title: '部分内容没有加载成功', text: '您仍可选择套餐并支付；其他功能请重试' },
};
