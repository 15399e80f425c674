import { memo, type PointerEvent, useRef } from 'react';
import styles from './signature.module.css';
import {
  isDrawn,
  isFull,
  lineWidth,
  padSize,
  pathOf,
  pointOnPad,
  type Stroke,
  withPoints,
} from './strokes.ts';

/**
 * Takes strokes of a pen, a mouse or a finger, and draws them from their points, so that a turned or resized window
 * shows them again. A second finger is ignored; a stroke that the system takes over (`pointercancel`) stays as far
 * as it is.
 */
export function SignaturePad(props: {
  strokes: readonly Stroke[];
  /** True if the pad is turned by a quarter, to use the length of an upright phone. */
  isRotated: boolean;
  onChange: (update: (strokes: readonly Stroke[]) => readonly Stroke[]) => void;
}) {
  const { strokes, isRotated, onChange } = props;
  const pointer = useRef<number>(undefined);
  const pointsOf = ({ currentTarget, nativeEvent }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const moves = nativeEvent.getCoalescedEvents?.() ?? [];
    return (moves.length > 0 ? moves : [nativeEvent]).map((move) => pointOnPad(move, box, isRotated));
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (pointer.current !== undefined || event.button !== 0 || isFull(strokes)) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const points = pointsOf(event);
    onChange((all) => [...all, withPoints([], points)]);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pointer.current) return;
    const points = pointsOf(event);
    onChange((all) => (isFull(all.slice(0, -1)) ? all : all.with(-1, withPoints(all.at(-1) ?? [], points))));
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerId !== pointer.current) return;
    pointer.current = undefined;
    onChange((all) => (isDrawn(all.at(-1) ?? []) ? all : all.slice(0, -1)));
  };
  return (
    <svg
      className={styles.pad}
      data-rotated={isRotated || undefined}
      data-testid="signature-pad"
      role="img"
      aria-label={`签名框，已写 ${strokes.length} 笔`}
      viewBox={`0 0 ${padSize.width} ${padSize.height}`}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
    >
      <line className={styles.base} x1={80} x2={padSize.width - 80} y1={320} y2={320} />
      {strokes.map((stroke, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added and removed at the end
        <StrokePath key={index} stroke={stroke} />
      ))}
    </svg>
  );
}

/** Draws one stroke; only the one that is being drawn changes. */
const StrokePath = memo(function StrokePath({ stroke }: { stroke: Stroke }) {
  return <path className={styles.stroke} strokeWidth={lineWidth} d={pathOf(stroke)} />;
});
