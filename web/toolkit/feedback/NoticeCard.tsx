import type { ReactNode } from 'react';
import styles from './notice-card.module.css';

/** A line of the strip below the header: a notice that is due, for screen readers too, with its links and buttons. */
export function NoticeCard(props: {
  label: string;
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** Links and buttons. */
  children: ReactNode;
}) {
  return (
    <aside className={styles.card} aria-label={props.label}>
      {props.icon}
      <div role="status">
        <strong>{props.title}</strong>
        <span>{props.text}</span>
      </div>
      <div className={styles.actions}>{props.children}</div>
    </aside>
  );
}
