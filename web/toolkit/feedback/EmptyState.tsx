import type { ReactNode } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './feedback.module.css';

/** Shows a text in place of missing content, with the next step; the text contains no apology. */
export function EmptyState(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
}) {
  return (
    <div className={joinClasses(styles.emptyState, props.compact && styles.emptyStateCompact)}>
      <svg viewBox="0 0 120 84" width="120" height="84" aria-hidden="true" focusable="false">
        <path d="M8 74h104" className={styles.emptyLine} />
        <path d="M30 22h44l14 14v38H30z" className={styles.emptyPaper} />
        <path d="M74 22v14h14" className={styles.emptyLine} />
        <path d="M42 44h34M42 54h34M42 64h20" className={styles.emptyRule} />
        <path d="M22 66V14h44" className={styles.emptyLine} />
      </svg>
      <p className={styles.emptyTitle}>{props.title}</p>
      {props.hint !== undefined && <p className={styles.emptyHint}>{props.hint}</p>}
      {props.action !== undefined && <div className={styles.emptyAction}>{props.action}</div>}
    </div>
  );
}
