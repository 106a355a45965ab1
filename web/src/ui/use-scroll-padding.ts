import { type RefObject, useEffect } from 'react';

/** Keeps the focused element from under a fixed bar: the page scrolls further by its height. */
export function useScrollPadding(bar: RefObject<HTMLElement | null>, side: 'Top' | 'Bottom'): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => {
      style[`scrollPadding${side}`] = `${element.offsetHeight}px`;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style[`scrollPadding${side}`] = '';
    };
  }, [bar, side]);
}
