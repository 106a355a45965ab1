/** Who sees an order: whoever placed it, and the managers of its outlet. To others it does not exist. */
export const maySeeOrder = (
  caller: { accountId: number; outletIds: readonly number[] },
  order: { placed_by: number | null; outlet_id: number },
): boolean => order.placed_by === caller.accountId || caller.outletIds.includes(order.outlet_id);
