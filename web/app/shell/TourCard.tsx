import { Button } from 'antd';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useFocusReturn } from '#web/toolkit/dialog/use-focus-return.ts';
import styles from './tour.module.css';
import { type Rectangle, rectangleOf, type TourStep } from './tour-steps.ts';

const gapPixels = 16;
const framePixels = 4;

/**
 * Shows a frame around the described element and a card next to it; the page behind is inactive. The arrows
 * change the step, Escape ends the tour, Tab stays in the card. Our own component: the styles of Ant Design's
 * `Tour` would be loaded by everyone.
 */
export function TourCard({ steps, onEnd }: { steps: readonly TourStep[]; onEnd: () => void }) {
  const [stepIndex, setStepIndex] = useState(0);
  const [frame, setFrame] = useState<Rectangle | undefined>(undefined);
  const [cardPosition, setCardPosition] = useState({ left: gapPixels, top: gapPixels });
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const id = useId();
  const step = steps[stepIndex];
  const isLast = stepIndex === steps.length - 1;
  useFocusReturn();

  const measure = useCallback(() => {
    if (!step || !card.current) return;
    const box = rectangleOf(step);
    setFrame(box);
    setCardPosition(placeNextTo(box, card.current.getBoundingClientRect()));
  }, [step]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    addEventListener('resize', measure);
    document.addEventListener('scroll', measure, true);
    return () => {
      removeEventListener('resize', measure);
      document.removeEventListener('scroll', measure, true);
    };
  }, [measure]);

  const moveBy = useCallback(
    (delta: number) => setStepIndex((index) => Math.min(Math.max(index + delta, 0), steps.length - 1)),
    [steps],
  );
  // On the first card 上一步 disappears, and the focus with it.
  useEffect(() => {
    if (stepIndex >= 0 && !card.current?.contains(document.activeElement)) next.current?.focus();
  }, [stepIndex]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const from = event.target as Node;
      // A dialog above, such as the login after the end of a session, handles its own keys.
      if (from !== document.body && !card.current?.contains(from)) return;
      // Prevents shortcuts of the page behind.
      event.stopPropagation();
      if (event.key === 'Tab') cycleFocus(event, card.current);
      else if (event.key === 'Escape') onEnd();
      else if (event.key === 'ArrowRight') moveBy(1);
      else if (event.key === 'ArrowLeft') moveBy(-1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [moveBy, onEnd]);

  if (!step) return null;
  return createPortal(
    <div
      className={styles.cover}
      onPointerDown={(event) => preventFocusLoss(event.nativeEvent, card.current)}
    >
      {frame ? (
        <div
          className={styles.frame}
          style={{
            left: frame.left - framePixels,
            top: frame.top - framePixels,
            width: frame.right - frame.left + 2 * framePixels,
            height: frame.bottom - frame.top + 2 * framePixels,
          }}
        />
      ) : (
        <div className={styles.shade} />
      )}
      <div
        ref={card}
        role="dialog"
        aria-modal="true"
        aria-label="新手引导"
        aria-describedby={id}
        className={styles.card}
        style={cardPosition}
      >
        <div id={id} aria-live="polite" aria-atomic="true">
          <h2>{step.title}</h2>
          <p>{step.text}</p>
          <span className={styles.count}>
            {stepIndex + 1}/{steps.length}
          </span>
        </div>
        <div className={styles.buttons}>
          {!isLast && (
            <Button type="text" className={styles.skip} onClick={onEnd}>
              跳过
            </Button>
          )}
          {stepIndex > 0 && <Button onClick={() => moveBy(-1)}>上一步</Button>}
          <Button ref={next} type="primary" onClick={() => (isLast ? onEnd() : moveBy(1))}>
            {isLast ? '完成' : '下一步'}
          </Button>
        </div>
      </div>
    </div>,
    document.body,
  );
}

/**
 * Returns a position next to the frame if there is space, else below or above it; always entirely in the
 * window.
 */
function placeNextTo(frame: Rectangle | undefined, card: DOMRect): { left: number; top: number } {
  const clamp = (value: number, available: number) =>
    Math.max(gapPixels, Math.min(value, available - gapPixels));
  const widest = innerWidth - card.width;
  const lowest = innerHeight - card.height;
  if (!frame) return { left: widest / 2, top: lowest / 2 };
  const right = frame.right + gapPixels;
  if (frame.left < innerWidth / 4 && right <= widest - gapPixels) {
    return { left: right, top: clamp(frame.top, lowest) };
  }
  const below = frame.bottom + gapPixels;
  const above = frame.top - gapPixels - card.height;
  const left = clamp((frame.left + frame.right - card.width) / 2, widest);
  return { left, top: clamp(below <= lowest ? below : above, lowest) };
}

function cycleFocus(event: KeyboardEvent, card: HTMLElement | null): void {
  const buttons = [...(card?.querySelectorAll('button') ?? [])];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons.at((index + (event.shiftKey ? -1 : 1)) % buttons.length)?.focus();
}

/** Prevents a click outside the card from moving the focus. */
function preventFocusLoss(event: PointerEvent, card: HTMLElement | null): void {
  if (!card?.contains(event.target as Node)) event.preventDefault();
}
