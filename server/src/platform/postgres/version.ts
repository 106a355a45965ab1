/** The oldest tested major version; the embedded one is newer. */
const oldestPostgres = 15;

/** Why a server of this version (`server_version_num`, as 150008) is refused, or undefined. */
export function refusalOfVersion(number: number): string | undefined {
  const major = Math.floor(number / 10_000);
  if (major >= oldestPostgres) return undefined;
  return `The database of DATABASE_URL is PostgreSQL ${major}; Recline needs ${oldestPostgres} or newer. Upgrade it, or unset DATABASE_URL for the embedded one.`;
}
