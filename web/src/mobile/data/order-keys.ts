/** Prefixes of query keys for orders, feedback on them, and sums. */
export const ordersKey = 'orders';
export const feedbackKey = 'feedback';
export const homeKey = 'home';
