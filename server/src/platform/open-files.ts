/** How many files and sockets this process may have open; unknown on some systems. */
export function openFileLimit(): number | undefined {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report;
  report.excludeNetwork = true; // it would look up names
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** Half of the open files are kept for chairs, the database and files. */
export const connectionsWithin = (wanted: number, openFiles: number | undefined): number =>
  openFiles === undefined ? wanted : Math.max(1, Math.min(wanted, Math.floor(openFiles / 2)));
