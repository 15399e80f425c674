import type { ComponentProps } from 'react';
import { joinClasses } from '../../styles/join-classes.ts';
import styles from './text-box.module.css';

/**
 * Shows a line of text with the look of the library. A box of the library takes five times as long to draw, and a
 * form may have hundreds; so this is the element alone.
 */
export function TextBox(props: ComponentProps<'input'>) {
  return <input type="text" {...props} className={joinClasses(styles.box, props.className)} />;
}

/**
 * Shows a long text in a box that grows with it to twelve lines, and below it the number of its characters if that
 * has a limit.
 */
export function TextArea({
  count,
  ...props
}: ComponentProps<'textarea'> & { value: string; count?: TextCount }) {
  return (
    <span
      className={styles.area}
      data-text={props.value}
      data-counted={count && ''}
      data-exceeded={count && count.now > count.max ? '' : undefined}
    >
      <textarea {...props} className={styles.box} />
      {count && (
        <span className={styles.count}>
          {count.now} / {count.max}
        </span>
      )}
    </span>
  );
}

/** Number of characters of a text, and the largest permitted one. */
interface TextCount {
  now: number;
  max: number;
}
