import { type RefObject, useEffect, useRef } from 'react';
import { movePicture, type PictureTransform, zoomPicture } from './picture-transform.ts';

type Change = (change: (transform: PictureTransform) => PictureTransform) => void;

/** Moves a picture by dragging, and zooms it by the wheel or two fingers, about the pointer's position. */
export function usePanAndZoom(frame: RefObject<HTMLElement | null>, onTransform: Change): void {
  const change = useRef(onTransform);
  change.current = onTransform;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const pointers = new Map<number, { x: number; y: number }>();
    const fromMiddle = (x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: x - left - width / 2, y: y - top - height / 2 };
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const centre = fromMiddle(event.clientX, event.clientY);
      change.current((transform) => zoomPicture(transform, Math.exp(-event.deltaY / 400), centre));
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onMove = (event: PointerEvent) => {
      const previous = pointers.get(event.pointerId);
      if (previous === undefined) return;
      const position = { x: event.clientX, y: event.clientY };
      const second = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, position);
      if (second === undefined) {
        change.current((transform) =>
          movePicture(transform, { x: position.x - previous.x, y: position.y - previous.y }),
        );
        return;
      }
      const factor = distance(position, second) / Math.max(1, distance(previous, second));
      const centre = fromMiddle((position.x + second.x) / 2, (position.y + second.y) / 2);
      change.current((transform) => zoomPicture(transform, factor, centre));
    };
    const onUp = (event: PointerEvent) => pointers.delete(event.pointerId);
    // Not passive: the wheel must not scroll the page below.
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
    };
  }, [frame]);
}

function distance(first: { x: number; y: number }, second: { x: number; y: number }): number {
  return Math.hypot(first.x - second.x, first.y - second.y);
}
