import type { ReactNode } from 'react';
import styles from './notice-card.module.css';

/** A line of the strip below the header: what has its time, said by a screen reader too, and what can be done about it. */
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
      <div className={styles.deeds}>{props.children}</div>
    </aside>
  );
}
