import styles from './list-shortcuts.module.css';

export interface Shortcut {
  keys: readonly string[];
  effect: string;
}

/** Shortcut actions of a list, depending on its rows. */
export interface ShortcutCapabilities {
  /** True if rows have a link. */
  hasLinks: boolean;
  /** Label of the first action of a row; undefined if rows have no action. */
  firstAction: string | undefined;
  selectable?: boolean;
}

/** Returns the keyboard shortcuts of a list; Enter runs the first action of a row without a link. */
export function shortcutsOf({
  hasLinks,
  firstAction,
  selectable,
}: ShortcutCapabilities): readonly Shortcut[] {
  const hasActions = firstAction !== undefined;
  const byEnter = hasLinks ? [] : ['Enter'];
  return [
    ...(hasLinks || hasActions || selectable ? [{ keys: ['J', 'K'], effect: '选行' }] : []),
    ...(hasLinks ? [{ keys: ['Enter'], effect: '打开' }] : []),
    ...(hasActions ? [{ keys: [...byEnter, 'E'], effect: firstAction }] : []),
    ...(selectable ? [{ keys: ['X'], effect: '勾选' }] : []),
    { keys: ['/'], effect: '查找' },
    { keys: ['?'], effect: '全部快捷键' },
  ];
}

/** Shows some of the shortcuts next to the pages. */
export function ShortcutHints({ onHelp, ...capabilities }: ShortcutCapabilities & { onHelp: () => void }) {
  return (
    <div className={styles.hints}>
      {shortcutsOf(capabilities)
        .filter(({ keys }) => !keys.includes('/') && !keys.includes('?'))
        .map((shortcut) => (
          <Keys key={shortcut.effect} {...shortcut} />
        ))}
      <button type="button" className={styles.help} onClick={onHelp}>
        <kbd>?</kbd> 全部快捷键
      </button>
    </div>
  );
}

/** Shows one shortcut: its keys, and their effect. */
export function Keys({ keys, effect }: Shortcut) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {effect}
    </span>
  );
}
