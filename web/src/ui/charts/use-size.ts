import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Size {
  width: number;
  /** Pixels of one rem, for sizes that scale with the text. */
  rem: number;
}

const measure = (element: HTMLElement): Size => ({
  width: element.clientWidth,
  rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
});

/** The observed size of an element; the width is 0 until it is measured. */
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
