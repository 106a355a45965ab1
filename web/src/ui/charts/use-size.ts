import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Size {
  width: number;
  /** Pixels of one rem: what is measured in text grows with the text. */
  rem: number;
}

const measure = (element: HTMLElement): Size => ({
  width: element.clientWidth,
  rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
});

/** The size of an element, followed as it changes; no width until it is known. */
export function useSize(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, rem: 16 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setSize(measure(element));
    const observer = new ResizeObserver(() => setSize(measure(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
