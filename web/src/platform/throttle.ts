/** Runs at once, then at most once an interval, and always after the last call. */
export function makeThrottle(run: () => void, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let calledAgain = false;
  const next = () => {
    timer = undefined;
    if (calledAgain) start();
  };
  const start = () => {
    calledAgain = false;
    timer = setTimeout(next, everyMs);
    run();
  };
  return {
    call() {
      if (timer === undefined) start();
      else calledAgain = true;
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      calledAgain = false;
    },
  };
}
