import { useCallback, useSyncExternalStore } from 'react';
import { sumTitle } from '#domain/forms/sums.ts';
import type { FieldTextProps } from '../../kind-view.ts';
import { valuesTopic } from '../../subscriptions.ts';
import { shownColumns } from './shown-columns.ts';
import styles from './table-field.module.css';

/** Shows the sums of a table's columns below its rows; without a column to sum up there is no such row. */
export function TableSums(
  props: Pick<FieldTextProps, 'field' | 'store' | 'path'> & { hasActions?: boolean },
) {
  const { field, store, path, hasActions } = props;
  const subscribe = useCallback((listener: () => void) => store.subscribe(valuesTopic, listener), [store]);
  // An edit of another field makes an equal list, which must not draw this one again.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify([...store.sums(path)]));
  const columns = shownColumns(field, store);
  if (!columns.some((column) => column.props.sum)) return null;
  const sums = new Map(JSON.parse(text) as [string, string][]);
  return (
    <tfoot>
      <tr>
        <td>{sumTitle}</td>
        {columns.map((column) => (
          <td key={column.id} data-label={column.title}>
            {sums.get(column.id)}
          </td>
        ))}
        {hasActions && <td className={styles.rowActions} />}
      </tr>
    </tfoot>
  );
}
