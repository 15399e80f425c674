import { AppModal } from '../dialog/AppModal.tsx';
import { Keys, type ShortcutCapabilities, shortcutsOf } from './ListShortcuts.tsx';
import styles from './list-shortcuts.module.css';

/** Shows all keys of a list; opened by `?`. */
export function ShortcutHelp({ onClose, ...capabilities }: ShortcutCapabilities & { onClose: () => void }) {
  return (
    <AppModal open title="键盘快捷键" width={420} footer={null} onCancel={onClose}>
      <ul className={styles.list}>
        {shortcutsOf(capabilities).map((shortcut) => (
          <li key={shortcut.effect}>
            <Keys {...shortcut} />
          </li>
        ))}
      </ul>
    </AppModal>
  );
}
