import type { ReactNode } from 'react';
import styles from './master-detail.module.css';

/** Shows a list to choose from next to the chosen entry; one after the other if both do not fit. */
export function MasterDetail({ master, children }: { master: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      {master}
      <div className={styles.detail}>{children}</div>
    </div>
  );
}
