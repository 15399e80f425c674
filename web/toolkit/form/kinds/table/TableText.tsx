import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { joinClasses } from '../../../styles/join-classes.ts';
import { ScrollRegion } from '../../../table/ScrollRegion.tsx';
import formStyles from '../../form.module.css';
import type { FieldTextProps } from '../../kind-view.ts';
import { shownColumns } from './shown-columns.ts';
import { TableCell } from './TableCell.tsx';
import { TableSums } from './TableSums.tsx';
import styles from './table-field.module.css';

export function TableText({ field, store, path, idPrefix }: FieldTextProps<readonly TableRow[]>) {
  const rows = store.rows(path);
  const columns = shownColumns(field, store);
  if (rows.length === 0) return <span className={formStyles.blank}>—</span>;
  return (
    <ScrollRegion className={joinClasses(styles.box, styles.scroll)} label={field.title}>
      <table aria-label={field.title} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">序号</th>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(row._uid)}>
              <td data-label="序号">{index + 1}</td>
              {columns.map((column) => (
                <TableCell key={column.id} {...{ column, store, idPrefix }} row={index} tableId={path} />
              ))}
            </tr>
          ))}
        </tbody>
        <TableSums field={field} store={store} path={path} />
      </table>
    </ScrollRegion>
  );
}
