import type { ReactNode } from 'react';
import styles from './definitions.module.css';

/** Locks an editor while it offers a stored draft: an edit would overwrite this draft. */
export function DraftLock({
  draft,
  children,
}: {
  draft: { offeredDraft: object | undefined };
  children: ReactNode;
}) {
  return (
    <div className={styles.lock} inert={draft.offeredDraft !== undefined}>
      {children}
    </div>
  );
}
