/** Calls `stop` once npm, if it started this process, has exited: killed with SIGKILL, it passes no signal on. */
export function onNpmExit(stop: () => unknown): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500).unref();
}
