import { joinClasses } from '../page/join-classes.ts';
import { MenuButton } from '../page/MenuButton.tsx';
import styles from './list-table.module.css';
import type { RowAction } from './list-types.ts';

const shownAtMost = 3;

/**
 * What may be done with a row; more than three fold into 更多 (S0 §2). They lie over the row's end while the pointer or the
 * focus is in it, so that nothing moves; where nothing can hover they show at all times.
 */
export function RowActions(props: { actions: readonly RowAction[] }) {
  const shown = props.actions.slice(0, shownAtMost);
  const folded = props.actions.slice(shownAtMost);
  return (
    <>
      <span className={styles.rowMore} aria-hidden="true">
        ⋯
      </span>
      <div className={styles.rowActions}>
        {shown.map((action, index) => (
          <button
            key={action.key}
            type="button"
            className={joinClasses(
              styles.rowAction,
              index === 0 && styles.rowActionMain,
              action.danger && styles.rowActionDanger,
            )}
            onClick={action.onRun}
          >
            {action.label}
          </button>
        ))}
        {folded.length > 0 && (
          <MenuButton
            className={styles.rowAction ?? ''}
            choices={folded.map(({ onRun, ...action }) => ({ ...action, onChoose: onRun }))}
          >
            更多
          </MenuButton>
        )}
      </div>
    </>
  );
}
