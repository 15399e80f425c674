import { MenuButton } from '../page/MenuButton.tsx';
import type { RowAction } from './list-types.ts';

const shownAtMost = 3;

/** What may be done with a row; more than three fold into 更多 (S0 §2). */
export function RowActions(props: { actions: readonly RowAction[] }) {
  const shown = props.actions.slice(0, shownAtMost);
  const folded = props.actions.slice(shownAtMost);
  return (
    <div className="row-actions">
      {shown.map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? 'text-button text-button-danger' : 'text-button'}
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
