declare module 'virtual:recline-calls' {
  /** Method and path of the calls that the app makes, and whether each is public, by feature and name. */
  export const calls: Record<string, Record<string, [method: string, path: string, access?: 'public']>>;
}
