import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { MenuButton } from '../page/MenuButton.tsx';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './list-table.module.css';
import { type DisplayedAction, foldActions, moreLabel } from './row-actions.ts';

/**
 * Presses the action under the pointer on release, if the actions appeared between press and release: the
 * removed button gets no click.
 */
function pressAppearedAction({
  button,
  currentTarget: pressedButton,
}: PointerEvent<HTMLButtonElement>): void {
  if (button !== 0) return;
  const cell = pressedButton.closest('td');
  const release = ({ clientX, clientY }: globalThis.PointerEvent) => {
    if (pressedButton.isConnected) return;
    const action = document.elementFromPoint(clientX, clientY)?.closest('button');
    if (action && cell?.contains(action)) action.click();
  };
  window.addEventListener('pointerup', release, { once: true });
}

/**
 * Shows the actions of a row in a separate column at the end of the table. Until the row is hovered or
 * focused, its actions are one button with the same text: two hundred rows of buttons cost as much as the
 * rows themselves.
 */
export function RowActions(props: {
  actions: readonly DisplayedAction[];
  isNarrow: boolean;
  isNear: boolean;
  onNear: () => void;
  onRun: (action: string) => void;
}) {
  const { actions, isNear, onNear, onRun } = props;
  const container = useRef<HTMLDivElement>(null);
  const mustFocus = useRef(false);
  // The focus moves from the single button to the first of the actions.
  useLayoutEffect(() => {
    if (!isNear || !mustFocus.current) return;
    mustFocus.current = false;
    container.current?.querySelector('button')?.focus();
  }, [isNear]);
  const [first, ...others] = actions;
  if (!first) return null;
  const { shown, folded } = foldActions(actions, props.isNarrow);
  if (!isNear) {
    const showActions = () => {
      mustFocus.current = true;
      onNear();
    };
    return (
      <button
        type="button"
        className={styles.rowActions}
        aria-label={[...shown, ...(folded.length > 0 ? [{ label: moreLabel }] : []), ...folded]
          .map(({ label }) => label)
          .join('、')}
        onPointerDown={pressAppearedAction}
        onFocus={showActions}
        onClick={others.length === 0 ? () => onRun(first.key) : showActions}
      >
        {shown.map(({ key, label }) => (
          <span key={key} className={styles.rowAction}>
            {label}
          </span>
        ))}
        {folded.length > 0 && <span className={styles.rowAction}>{moreLabel}</span>}
      </button>
    );
  }
  return (
    <div className={styles.rowActions} ref={container}>
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
