import { type ReactNode, useEffect, useRef } from 'react';
import { protectWatermark } from './protect-watermark.ts';
import styles from './watermark.module.css';

/** Default text of the watermark (S2 §2). */
export const watermarkText = '请勿外传';

/**
 * Shows a semi-transparent grey watermark over its children, or without children over the whole window, also
 * in print. It is neither announced nor selectable, and is restored when its node is removed.
 */
export function Watermark(props: { lines?: readonly string[]; children?: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const isWhole = props.children === undefined;
  const text = (props.lines ?? [watermarkText]).join('\n');
  useEffect(() => {
    const host = isWhole ? document.body : container.current;
    if (host === null) return undefined;
    return protectWatermark(host, { className: styles.layer ?? '', lines: text.split('\n'), isWhole });
  }, [isWhole, text]);
  return isWhole ? null : (
    <div className={styles.container} ref={container}>
      {props.children}
    </div>
  );
}
