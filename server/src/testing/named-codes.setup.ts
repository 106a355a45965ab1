import { beforeEach } from 'vitest';
import { withNames } from './named-codes.ts';

/** A failing test names the codes that it compared. */
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => {
    for (const error of task.result?.errors ?? []) {
      error.message = withNames(error.message);
      if (error.stack) error.stack = withNames(error.stack);
      if (error.diff) error.diff = withNames(error.diff);
    }
  });
});
