import { Link } from 'react-router';
import { isExportOpen } from '#domain/lists/export-format.ts';
import { ExportTasks } from './ExportTasks.tsx';
import styles from './exports.module.css';
import { useMyExports } from './my-exports.ts';

/**
 * Shows the progress of the user's exports above the messages, with a link to all of them; nothing if there
 * are none.
 */
export function RunningExports({ onOpen }: { onOpen: () => void }) {
  const rows = useMyExports().data?.rows ?? [];
  if (rows.length === 0) return null;
  const open = rows.filter(({ state }) => isExportOpen(state));
  return (
    <section className={styles.running} aria-label="导出任务">
      <div className={styles.runningHead}>
        <strong>{open.length > 0 ? `正在导出 ${open.length} 个文件` : '导出'}</strong>
        <Link to="/exports" onClick={onOpen}>
          我的导出
        </Link>
      </div>
      {open.length > 0 && <ExportTasks tasks={open} label="正在导出" />}
    </section>
  );
}
