import { AppModal } from '../dialog/AppModal.tsx';
import { Keys, type ShortcutCapabilities, shortcutsOf } from './ListShortcuts.tsx';
import styles from './list-shortcuts.module.css';

/** Shows all keys of a list; opened by `?`. */
export function ShortcutHelp({ onClose, ...does }: ShortcutCapabilities & { onClose: () => void }) {
  return (
    <AppModal open title="键盘快捷键" width={420} footer={null} onCancel={onClose}>
      <ul className={styles.list}>
        {shortcutsOf(does).map((shortcut) => (
          <li key={shortcut.does}>
            <Keys {...shortcut} />
          </li>
        ))}
      </ul>
    </AppModal>
  );
}
