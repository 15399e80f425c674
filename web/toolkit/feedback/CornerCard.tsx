import type { ReactNode } from 'react';
import styles from './corner-card.module.css';

/** Cards in the corner of the window, one above the other: they say what has its time, and cover nothing for long. */
export function CornerCards({ children }: { children: ReactNode }) {
  return <div className={styles.corner}>{children}</div>;
}

/** One of them: what it is about, said to whoever listens, and what can be done about it. */
export function CornerCard(props: {
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
