/** How the keys of queries begin that show orders, the feedback on them, or sums of both. */
export const ordersKey = 'orders';
export const feedbackKey = 'feedback';
export const homeKey = 'home';
