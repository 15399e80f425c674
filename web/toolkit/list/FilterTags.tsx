import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { SortOrder } from '#domain/lists/sorting.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import type { FilterValue, FilterValues, ListFilter } from '../list-model/list-types.ts';
import styles from './list.module.css';
import { optionsOf, spanOf } from './list-state.ts';

/** Shows tags of the conditions in force that no field shows, and of a hidden sorting, each removable. */
export function FilterTags(props: {
  filters: readonly ListFilter[];
  values: FilterValues;
  onRemove: (name: string) => void;
  /** The sorting in force, if no column shows it. */
  sorting: { title: string; order: SortOrder } | undefined;
  onResetSorting: () => void;
}) {
  const { sorting } = props;
  const { filters, values, onRemove } = props;
  return (
    <div className={styles.filterTags}>
      {filters.map((filter) => (
        <button
          key={filter.name}
          type="button"
          className={styles.filterTag}
          onClick={() => onRemove(filter.name)}
        >
          <span>
            {filter.label}：{textOf(filter, values)}
          </span>
          <CloseOutlined aria-label="清除该条件" />
        </button>
      ))}
      {sorting && (
        <button type="button" className={styles.filterTag} onClick={props.onResetSorting}>
          <span>
            排序：{sorting.title}
            {sorting.order === SortOrder.ascending ? '升序' : '降序'}
          </span>
          <CloseOutlined aria-label="恢复默认排序" />
        </button>
      )}
    </div>
  );
}

function textOf(filter: ListFilter, values: FilterValues) {
  const value = values[filter.name];
  const text = Array.isArray(value) ? value.join(',') : String(value);
  switch (filter.kind) {
    case 'fromLink':
      return filter.text(text);
    case 'text':
      return text;
    case 'select':
      return optionsOf(filter, values).find((option) => String(option.value) === text)?.label ?? text;
    case 'daySpan':
      return spanText(value);
    case 'lookup':
      return (
        <NameFromServer
          source={filter.source({ name: '', page: 1, ids: text }, values)}
          nameOf={({ rows }) => rows[0]?.label}
          value={text}
        />
      );
    case 'tree':
      return (
        <NameFromServer
          source={filter.source('', values)}
          nameOf={(rows) => rows.find(({ id }) => id === text)?.name}
          value={text}
        />
      );
    case 'custom':
      if (filter.nameQuery === undefined) return `已选 ${text.split(',').length} 项`;
      return <NameFromServer source={filter.nameQuery(text)} nameOf={(name) => name} value={text} />;
    default:
      throw new Error(filter satisfies never);
  }
}

function spanText(value: FilterValue): string {
  const { from, to } = spanOf(value);
  if (!to) return `${from} 起`;
  return from ? `${from} 至 ${to}` : `${to} 止`;
}

/** Shows the name of a value that the server knows; the value itself if it has none. */
function NameFromServer<Answer>(props: {
  source: QueryAs<Answer>;
  nameOf: (answer: Answer) => string | undefined;
  value: string;
}) {
  const query = useQuery({ ...props.source, staleTime: Number.POSITIVE_INFINITY });
  if (query.isPending) return '…';
  return (query.data === undefined ? undefined : props.nameOf(query.data)) ?? props.value;
}
