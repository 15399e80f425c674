import { Button } from 'antd';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { ShortcutHints } from './deferred-parts.tsx';
import { ListPagination } from './ListPagination.tsx';
import styles from './list.module.css';
import type { ListRows } from './use-list-rows.ts';

/**
 * Shows the line below the rows: the number of ticked rows with their tools, or the shortcut keys, the number of
 * results, and the pages.
 */
export function ListFoot<Row>(props: {
  list: ListRows<Row>;
  /** Number of ticked rows. */
  selected: number;
  onUnselect: () => void;
  /** Tools for the ticked rows. */
  selectionTools: ReactNode;
  /** The shortcut keys, if there is space for them. */
  keys: ComponentProps<typeof ShortcutHints> | undefined;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}) {
  const { list, selected, keys, onPage, onSize } = props;
  const { state, total } = list;
  return (
    <div className={styles.foot} data-selected={selected > 0 || undefined}>
      {/* Always present, because screen readers only announce changes of an existing status. */}
      <span className={styles.count} role="status">
        {selected > 0 && `已选 ${selected} 条`}
      </span>
      {selected > 0 ? (
        <Button type="link" size="small" onClick={props.onUnselect}>
          取消选择
        </Button>
      ) : (
        keys && (
          <Suspense>
            <ShortcutHints {...keys} />
          </Suspense>
        )
      )}
      {props.selectionTools}
      <span className={styles.total} role="status">
        {list.countText}
      </span>
      {total > 0 && !list.answer.isError && (
        <ListPagination page={state.page} size={state.size} {...{ total, onPage, onSize }} />
      )}
    </div>
  );
}
