import type { Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { StopState } from '@recline/contract/values';

/** An order as its lifecycle sees it. */
export interface OrderState {
  id: number;
  type: OrderType;
  status: OrderStatus;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  pay_type: string;
  gear: Gear;
  minutes: number;
  amount: number;
  refunded_amount: number;
  currency: Currency;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
  stop: StopState | null;
  /** The total refund at its end: automatic if it was paid online, else at the counter. */
  owed_amount: number;
}
