import { Drawer } from 'antd';
import type { MoreEntry } from './handler-buttons.ts';
import styles from './more-sheet.module.css';

/** 更多操作 on a phone: what goes on first, then after a gap and in red what ends the matter, 取消 last. */
export function MoreSheet({ entries, onClose }: { entries: readonly MoreEntry[]; onClose: () => void }) {
  const rows = (ends: boolean) => entries.filter((entry) => entry.ends === ends);
  const press = (entry: MoreEntry) => {
    onClose();
    entry.press();
  };
  return (
    <Drawer
      open
      placement="bottom"
      title="更多操作"
      size="auto"
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      {[rows(false), rows(true)].map(
        (group, index) =>
          group.length > 0 && (
            <ul key={index === 0 ? 'on' : 'end'} className={styles.group}>
              {group.map((entry) => (
                <li key={entry.key}>
                  <button
                    type="button"
                    className={entry.ends ? styles.ending : undefined}
                    onClick={() => press(entry)}
                  >
                    {entry.name}
                    {entry.ends && <small>流程结束，不能恢复</small>}
                  </button>
                </li>
              ))}
            </ul>
          ),
      )}
      <button type="button" className={styles.cancel} onClick={onClose}>
        取消
      </button>
    </Drawer>
  );
}
