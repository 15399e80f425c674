import { AppModal } from '../dialog/AppModal.tsx';
import styles from './list-shortcuts.module.css';

export interface Shortcut {
  keys: readonly string[];
  does: string;
}

/** What the keys of a list do; the second part is for lists whose rows can be acted on. */
export function shortcutsOf(hasActions: boolean): readonly Shortcut[] {
  return [
    { keys: ['J', 'K'], does: '选行' },
    { keys: ['Enter'], does: '打开' },
    ...(hasActions ? [{ keys: ['E'], does: '办理' }] : []),
    { keys: ['/'], does: '查找' },
    { keys: ['?'], does: '全部快捷键' },
  ];
}

/** A few of them beside the pages. */
export function ShortcutHints({ hasActions, onHelp }: { hasActions: boolean; onHelp: () => void }) {
  return (
    <div className={styles.hints}>
      {shortcutsOf(hasActions)
        .filter(({ keys }) => !keys.includes('/') && !keys.includes('?'))
        .map((shortcut) => (
          <Keys key={shortcut.does} {...shortcut} />
        ))}
      <button type="button" className={styles.help} onClick={onHelp}>
        <kbd>?</kbd> 全部快捷键
      </button>
    </div>
  );
}

export function ShortcutHelp(props: { open: boolean; hasActions: boolean; onClose: () => void }) {
  return (
    <AppModal open={props.open} title="键盘快捷键" width={420} footer={null} onCancel={props.onClose}>
      <ul className={styles.list}>
        {shortcutsOf(props.hasActions).map((shortcut) => (
          <li key={shortcut.does}>
            <Keys {...shortcut} />
          </li>
        ))}
      </ul>
    </AppModal>
  );
}

function Keys({ keys, does }: Shortcut) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {does}
    </span>
  );
}
