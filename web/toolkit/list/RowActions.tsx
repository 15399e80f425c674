import { MenuButton } from '../page/MenuButton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './list-table.module.css';
import { type DisplayedAction, foldActions, moreLabel } from './row-actions.ts';

/** Shows the actions of a row in a separate column at the end of the table, each as a button. */
export function RowActions(props: {
  actions: readonly DisplayedAction[];
  isNarrow: boolean;
  onRun: (action: string) => void;
}) {
  const { actions, onRun } = props;
  if (actions.length === 0) return null;
  const { shown, folded } = foldActions(actions, props.isNarrow);
  return (
    <div className={styles.rowActions}>
      {shown.map(({ key, label, danger }) => (
        <button
          key={key}
          type="button"
          className={joinClasses(styles.rowAction, danger && styles.rowActionDanger)}
          onClick={() => onRun(key)}
        >
          {label}
        </button>
      ))}
      {folded.length > 0 && (
        <MenuButton
          className={styles.rowAction ?? ''}
          choices={folded.map((action) => ({ ...action, onChoose: () => onRun(action.key) }))}
        >
          {moreLabel}
        </MenuButton>
      )}
    </div>
  );
}
