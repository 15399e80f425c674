import type { ReactNode } from 'react';
import styles from './master-detail.module.css';

/** A list to choose from beside the chosen entry; where there is no room for both, one after the other. */
export function MasterDetail({ master, children }: { master: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.split}>
      {master}
      <div className={styles.detail}>{children}</div>
    </div>
  );
}
