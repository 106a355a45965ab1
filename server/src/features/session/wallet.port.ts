/** A payment app that can tell who its user is, without asking the user. */
export interface Wallet {
  name: string;
  /** The page of the wallet that sends the browser back to `redirectUrl` with a code and the state. */
  authorizeUrl(request: { state: string; redirectUrl: string }): string;
  /** Who the code stands for. `fake`: the wallet shows the page to somebody it does not identify, who cannot pay. */
  identify(code: string): Promise<{ id: string } | { fake: true }>;
}
