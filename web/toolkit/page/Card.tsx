import type { ReactNode } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './page.module.css';

/**
 * Shows a white block with a hairline; its heading is a real one, so that screen readers have the page's
 * outline.
 */
export function Card(props: {
  title?: ReactNode;
  extra?: ReactNode;
  flush?: boolean;
  /** Id for a card in an index, which focuses it. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <section
      className={joinClasses(styles.card, props.flush && styles.cardFlush)}
      id={props.id}
      tabIndex={props.id === undefined ? undefined : -1}
    >
      {(props.title !== undefined || props.extra !== undefined) && (
        <div className={styles.cardHead}>
          {props.title !== undefined && <h2>{props.title}</h2>}
          {props.extra !== undefined && <div className={styles.cardExtra}>{props.extra}</div>}
        </div>
      )}
      {props.children}
    </section>
  );
}
