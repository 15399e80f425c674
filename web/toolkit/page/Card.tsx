import type { ReactNode } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './page.module.css';

/** A white block with a hairline; its heading is a real one, so that the outline of the page can be heard. */
export function Card(props: {
  title?: ReactNode;
  extra?: ReactNode;
  flush?: boolean;
  /** Of a card that an index leads to: it takes the focus. */
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
