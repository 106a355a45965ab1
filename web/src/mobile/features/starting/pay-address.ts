import { parseUrl } from '../../../platform/url.ts';

const payAddress = /^(https?|weixin|alipays):$/;

/** A payment page or a wallet; an address with any other scheme is never opened. */
export const isPayAddress = (address: string, page: string): boolean =>
  payAddress.test(parseUrl(address, page)?.protocol ?? '');
