import { type PointerEvent, type RefObject, useRef } from 'react';

/** Dragged further than this, a sheet closes. */
const closingPx = 80;

/** Pointer handlers of a sheet's header: the sheet follows the finger down, and closes or springs back. */
export function useDragDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const from = useRef<number | null>(null);
  const moveTo = (px: number) => sheet.current?.style.setProperty('transform', px > 0 ? `translateY(${px}px)` : '');
  const distance = (event: PointerEvent) => (from.current === null ? 0 : Math.max(0, event.clientY - from.current));
  const end = (event: PointerEvent, closes: boolean) => {
    const far = distance(event) > closingPx;
    from.current = null;
    moveTo(0);
    if (closes && far) onClose();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.target instanceof Element && event.target.closest('button')) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => from.current !== null && moveTo(distance(event)),
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  };
}
