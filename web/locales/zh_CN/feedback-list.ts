export const feedbackList = {
  title: '用户反馈',
};
