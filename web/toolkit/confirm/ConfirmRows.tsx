import type { ReactNode } from 'react';
import styles from './confirm.module.css';

/** Shows rows of a confirmation or a result, each with a label and a value. */
export function ConfirmRows({ children }: { children: ReactNode }) {
  return (
    <dl className={styles.rows} aria-live="polite">
      {children}
    </dl>
  );
}

export function ConfirmRow(props: {
  label: string;
  /** A small action at the end of the row: 修改, 撤回. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
      {props.action !== undefined && <dd className={styles.rowAction}>{props.action}</dd>}
    </div>
  );
}

/** Shows a second line of a row, smaller and less prominent. */
export function RowNote({ children }: { children: ReactNode }) {
  return <div className={styles.note}>{children}</div>;
}
