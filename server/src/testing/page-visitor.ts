import { pages, pageUrl, payPath } from '@recline/contract/pages';

/** A browser without scripts: it keeps cookies, posts forms, and follows redirects on request. */
export function makeVisitor(url: string, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...(cookie && { cookie }), ...init.headers },
    });
    keep(response);
    return response;
  }

  const post = async (fields: Record<string, string>, more: Record<string, string> = {}) => {
    const response = await send(payPath, { method: 'POST', body: new URLSearchParams(fields), headers: more });
    return { status: response.status, location: response.headers.get('location') ?? '', body: await response.text() };
  };

  return {
    cookies,
    send,
    /** The page of a chair, as its code opens it. */
    scan: async (deviceId: string) => (await send(pageUrl(pages.index, { deviceId }))).text(),
    /** Another page of ours, with its status and its text. */
    async open(path: string) {
      const response = await send(path);
      return { status: response.status, location: response.headers.get('location'), html: await response.text() };
    },
    /** A tap on Pay without scripts. */
    pay: post,
    /** A tap on Pay that scripts answer. */
    payByScript: async (fields: Record<string, string>, token: string) => {
      const { status, body } = await post(fields, { accept: 'application/json', 'access-token': token });
      return { status, ...(JSON.parse(body) as { code: number; data: { orderId: string; status: string } }) };
    },
  };
}

export type Visitor = ReturnType<typeof makeVisitor>;

/** The address to which a page refreshes itself. */
export const refreshOf = (html: string): string | undefined =>
  /<meta http-equiv="refresh" content="\d+;url=([^"]*)">/.exec(html)?.[1]?.replaceAll('&amp;', '&');

export const orderIdIn = (location: string): string =>
  new URL(location, 'http://app.invalid').searchParams.get('orderId') ?? '';
