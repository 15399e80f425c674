import type { ReactNode } from 'react';
import styles from './notice-card.module.css';

/**
 * Shows a line of the notice area below the header: a due notice, announced by screen readers, with its links
 * and buttons.
 */
export function NoticeCard(props: {
  label: string;
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** Links and buttons of the notice. */
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
