/** How many files and sockets this process may have open; unknown on some systems. */
export function openFileLimit(): number | undefined {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report;
  report.excludeNetwork = true; // without this it would look up names
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** The connections that fit into the open files; the rest is for the database and files. */
export function connectionsWithin(wanted: number, openFiles: number | undefined): { http: number; chairs: number } {
  if (openFiles === undefined) return { http: wanted, chairs: maxChairConnections };
  const share = (part: number, most: number) => Math.max(1, Math.min(most, Math.floor(openFiles * part)));
  return { http: share(0.4, wanted), chairs: share(0.55, maxChairConnections) };
}

/** Several times the number of chairs that one server is made for. */
const maxChairConnections = 50_000;
