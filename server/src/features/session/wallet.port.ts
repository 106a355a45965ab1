/** A payment app that can identify its user without interaction. */
export interface Wallet {
  name: string;
  /** The page of the wallet that sends the browser back to `redirectUrl` with a code and the state. */
  authorizeUrl(request: { state: string; redirectUrl: string }): string;
  /** The user of a code. `fake`: the wallet does not identify its user, who cannot pay. */
  identify(code: string): Promise<{ id: string } | { fake: true }>;
}
