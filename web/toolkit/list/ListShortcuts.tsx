import styles from './list-shortcuts.module.css';

export interface Shortcut {
  keys: readonly string[];
  does: string;
}

/** Shortcut actions of a list, depending on its rows. */
export interface ShortcutCapabilities {
  /** True if rows have a link. */
  opens: boolean;
  /** Label of the first action of a row; undefined if rows have no action. */
  firstAction: string | undefined;
  selectable?: boolean;
}

/** Returns the keyboard shortcuts of a list; Enter runs the first action of a row without a link. */
export function shortcutsOf({ opens, firstAction, selectable }: ShortcutCapabilities): readonly Shortcut[] {
  const acts = firstAction !== undefined;
  const byEnter = opens ? [] : ['Enter'];
  return [
    ...(opens || acts || selectable ? [{ keys: ['J', 'K'], does: '选行' }] : []),
    ...(opens ? [{ keys: ['Enter'], does: '打开' }] : []),
    ...(acts ? [{ keys: [...byEnter, 'E'], does: firstAction }] : []),
    ...(selectable ? [{ keys: ['X'], does: '勾选' }] : []),
    { keys: ['/'], does: '查找' },
    { keys: ['?'], does: '全部快捷键' },
  ];
}

/** Shows some of the shortcuts beside the pages. */
export function ShortcutHints({ onHelp, ...does }: ShortcutCapabilities & { onHelp: () => void }) {
  return (
    <div className={styles.hints}>
      {shortcutsOf(does)
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

/** Shows one shortcut: its keys, and their effect. */
export function Keys({ keys, does }: Shortcut) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {does}
    </span>
  );
}
