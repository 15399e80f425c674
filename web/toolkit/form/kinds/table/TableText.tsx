import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { joinClasses } from '../../../styles/join-classes.ts';
import { ScrollRegion } from '../../../table/ScrollRegion.tsx';
import styles from '../../form.module.css';
import type { FieldTextProps } from '../../kind-view.ts';
import { TableCell } from './TableCell.tsx';

export function TableText({ field, store, path, idPrefix }: FieldTextProps<readonly TableRow[]>) {
  const rows = store.rows(path);
  if (rows.length === 0) return <span className={styles.blank}>—</span>;
  return (
    <ScrollRegion className={joinClasses(styles.tableBox, styles.tableScroll)} label={field.title}>
      <table aria-label={field.title} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">序号</th>
            {field.columns.map((column) => (
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
              {field.columns.map((column) => (
                <TableCell key={column.id} {...{ column, store, idPrefix }} row={index} tableId={path} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
