/** What the journeys need of a browser, whatever protocol drives it. */
export interface Browser {
  /** As the browser names itself. */
  version: string;
  goto(url: string): Promise<void>;
  /** The value of an expression, which must survive JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses and releases at a point of the viewport. */
  click(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** A PNG of the viewport. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}
