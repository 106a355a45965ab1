import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** An optional part that few people see; its code is loaded once the page is idle. */
export function inBackground<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Background(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    useEffect(() => {
      let isShown = true;
      whenIdle(() => {
        load().then(
          (part) => isShown && setPart(() => part),
          () => {},
        );
      });
      return () => {
        isShown = false;
      };
    }, []);
    return Part && <Part {...props} />;
  };
}
