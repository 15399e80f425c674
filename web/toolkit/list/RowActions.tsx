import { joinClasses } from '../page/join-classes.ts';
import { MenuButton } from '../page/MenuButton.tsx';
import menuButtonStyles from '../page/menu-button.module.css';
import styles from './list.module.css';
import type { RowAction } from './list-types.ts';

const shownAtMost = 3;

const characterPixels = 14;
const gapPixels = 12;
const paddingPixels = 28;
const narrowestPixels = 64;

/** Pixels that the widest row's actions take, so that the column is never wider than it must be. */
export function widthOfActions(rows: readonly (readonly RowAction[])[]): number {
  const widths = rows.map((actions) => {
    const labels = actions.slice(0, shownAtMost).map(({ label }) => label);
    if (actions.length > shownAtMost) labels.push('更多');
    const words = labels.reduce((sum, label) => sum + label.length * characterPixels, 0);
    return words + Math.max(0, labels.length - 1) * gapPixels + paddingPixels;
  });
  return Math.max(narrowestPixels, ...widths);
}

/** What may be done with a row; more than three fold into 更多 (S0 §2). */
export function RowActions(props: { actions: readonly RowAction[] }) {
  const shown = props.actions.slice(0, shownAtMost);
  const folded = props.actions.slice(shownAtMost);
  return (
    <div className={styles.rowActions}>
      {shown.map((action) => (
        <button
          key={action.key}
          type="button"
          className={joinClasses(
            menuButtonStyles.textButton,
            action.danger && menuButtonStyles.textButtonDanger,
          )}
          onClick={action.onRun}
        >
          {action.label}
        </button>
      ))}
      {folded.length > 0 && (
        <MenuButton choices={folded.map(({ onRun, ...action }) => ({ ...action, onChoose: onRun }))}>
          更多
        </MenuButton>
      )}
    </div>
  );
}
