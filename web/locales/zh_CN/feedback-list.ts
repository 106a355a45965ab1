export const feedbackList = {
  title: '使用者反馈',
  status: '状态',
  all: '全部',
  outlet: '网点',
  allOutlets: '全部网点',
  empty: '还没有反馈',
  emptyText: '使用者提交的反馈会显示在这里',
  more: '加载更多',
  moreFailed: '加载失败，点击重试',
  end: '没有更多了',
};
