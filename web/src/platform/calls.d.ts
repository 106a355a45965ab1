declare module 'virtual:recline-calls' {
  /** Method, path and access of every call, by feature and name. */
  export const calls: Record<string, Record<string, [method: string, path: string, access: string]>>;
}
