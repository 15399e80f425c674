import { CloseOutlined } from '@ant-design/icons';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import type { FilterValues, ListFilter } from '../list-model/list-types.ts';
import styles from './list.module.css';

/** Shows tags of the conditions that an address adds to the filters, each removable. */
export function FilterMarks(props: {
  filters: readonly ListFilter[];
  values: FilterValues;
  onDrop: (name: string) => void;
}) {
  const marks = props.filters.flatMap((filter) => {
    const value = props.values[filter.name];
    return filter.kind === 'mark' && !isEmptyFilter(value)
      ? [{ name: filter.name, text: `${filter.label}：${filter.text(String(value))}` }]
      : [];
  });
  if (marks.length === 0) return null;
  return (
    <div className={styles.marks}>
      {marks.map(({ name, text }) => (
        <button key={name} type="button" className={styles.mark} onClick={() => props.onDrop(name)}>
          {text}
          <CloseOutlined aria-label="清除该条件" />
        </button>
      ))}
    </div>
  );
}
