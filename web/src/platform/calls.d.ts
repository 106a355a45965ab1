declare module 'virtual:recline-calls' {
  /** Method and path of every call, and whether it is public, by feature and name. */
  export const calls: Record<string, Record<string, [method: string, path: string, access?: 'public']>>;
}
