import { useLayoutEffect, useRef } from 'react';
import { joinClasses } from '../page/join-classes.ts';
import { MenuButton } from '../page/MenuButton.tsx';
import styles from './list-table.module.css';
import type { RowAction } from './list-types.ts';

const shownAtMost = 3;

/** What is read of an action; what it does is the list's to say. */
export type ReadAction = Omit<RowAction, 'onRun'>;

/**
 * What may be done with a row; more than three fold into 更多 (S0 §2). They lie over the row's end while the pointer or the
 * focus is in it, so that nothing moves; where nothing can hover they show at all times. A row that nobody has come to yet
 * has one button that says what there is: two hundred rows of buttons cost as much as the rows themselves.
 */
export function RowActions(props: {
  actions: readonly ReadAction[];
  isNear: boolean;
  onNear: () => void;
  onRun: (action: string) => void;
}) {
  const { actions, isNear, onNear, onRun } = props;
  const drawn = useRef<HTMLDivElement>(null);
  const isReached = useRef(false);
  // Whoever came by the one button that stood for them goes on at the first of them.
  useLayoutEffect(() => {
    if (!isNear || !isReached.current) return;
    isReached.current = false;
    drawn.current?.querySelector('button')?.focus();
  }, [isNear]);
  const [first, ...others] = actions;
  if (!first) return null;
  if (!isNear) {
    const reach = () => {
      isReached.current = true;
      onNear();
    };
    return (
      <button
        type="button"
        className={styles.rowMore}
        data-row-action=""
        aria-label={actions.map(({ label }) => label).join('、')}
        onFocus={reach}
        onClick={others.length === 0 ? () => onRun(first.key) : reach}
      >
        ⋯
      </button>
    );
  }
  const shown = actions.slice(0, shownAtMost);
  const folded = actions.slice(shownAtMost);
  return (
    <>
      <span className={styles.rowMore} aria-hidden="true">
        ⋯
      </span>
      <div className={styles.rowActions} ref={drawn}>
        {shown.map(({ key, label, danger }, index) => (
          <button
            key={key}
            type="button"
            data-row-action={index === 0 ? '' : undefined}
            className={joinClasses(
              styles.rowAction,
              index === 0 && styles.rowActionMain,
              danger && styles.rowActionDanger,
            )}
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
            更多
          </MenuButton>
        )}
      </div>
    </>
  );
}
