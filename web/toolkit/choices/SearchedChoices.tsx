import { type ReactNode, useMemo, useState } from 'react';
import { totalText } from '#domain/lists/total-text.ts';
import { ChoiceList } from './ChoiceList.tsx';
import type { ChoiceRow, ChoiceSource } from './choice.ts';
import { useDebounced } from './use-debounced.ts';
import { usePages } from './use-pages.ts';

/** The pause before a search by letters: shorter than that of a tree, since the user types a known name. */
const searchDelayMilliseconds = 250;

/**
 * Shows a choice list whose rows a source finds by name; in each page, rows that cannot be chosen come last.
 */
export function SearchedChoices<Row extends ChoiceRow>(props: {
  label: string;
  searchHint: string;
  source: ChoiceSource<Row>;
  /** Completes a row before it is shown, with its kind or the reason against choosing it. */
  rowOf?: (row: Row) => Row;
  single: boolean;
  chosen: ReadonlySet<string>;
  contentAboveRows?: ReactNode;
  head?: ReactNode;
  onToggle: (row: Row) => void;
  onSet?: (ticked: readonly Row[], unticked: readonly Row[]) => void;
  onConfirm: () => void;
}) {
  const { source, rowOf, ...shared } = props;
  const [text, setText] = useState('');
  const searchText = useDebounced(text.trim(), searchDelayMilliseconds);
  const list = usePages((page) => source(searchText, page), searchText);
  const { pages, total } = list;
  const rows = useMemo(
    () =>
      pages.flatMap((page) =>
        page.rows
          .map((row) => rowOf?.(row) ?? row)
          .sort((left, right) => Number(Boolean(left.fault)) - Number(Boolean(right.fault))),
      ),
    [pages, rowOf],
  );
  const disabledCount = rows.filter(({ fault }) => fault).length;
  return (
    <ChoiceList
      {...shared}
      text={text}
      onText={setText}
      rows={rows}
      total={total}
      pending={list.isPending}
      failure={list.failure}
      onRetry={list.retry}
      onEnd={list.loadMore}
      footer={
        list.answer !== undefined &&
        `找到 ${totalText(total)} 项${disabledCount > 0 ? `，${disabledCount} 项不可选` : ''}${
          total > rows.length ? `，已载入 ${rows.length} 项，向下滚动载入更多` : ''
        }`
      }
    />
  );
}
