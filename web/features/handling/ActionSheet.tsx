import { Drawer } from 'antd';
import { useOverlay } from '#web/toolkit/dialog/overlays.ts';
import styles from './action-sheet.module.css';
import { entriesInOrder, type MoreMenuEntry } from './handler-buttons.ts';

/**
 * Shows 更多操作 on a phone: the harmless actions first, then after a gap the actions with a consequence, and
 * 取消 last.
 */
export function ActionSheet({
  entries,
  onClose,
}: {
  entries: readonly MoreMenuEntry[];
  onClose: () => void;
}) {
  useOverlay(true, onClose);
  const runEntry = (entry: MoreMenuEntry) => {
    onClose();
    entry.run();
  };
  return (
    <Drawer
      open
      placement="bottom"
      title="更多操作"
      size="auto"
      rootClassName={styles.sheet ?? ''}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      {entriesInOrder(entries).map((group) => (
        <ul key={group[0]?.key} className={styles.group}>
          {group.map((entry) => (
            <li key={entry.key}>
              <button
                type="button"
                className={entry.isRed ? styles.red : undefined}
                onClick={() => runEntry(entry)}
              >
                {entry.name}
                {entry.consequence !== undefined && <small>{entry.consequence}</small>}
              </button>
            </li>
          ))}
        </ul>
      ))}
      <button type="button" className={styles.cancel} onClick={onClose}>
        取消
      </button>
    </Drawer>
  );
}
