import { createPortal } from 'react-dom';
import { minuteText } from '#domain/calendar/local-date.ts';
import { totalText } from '#domain/lists/total-text.ts';
import { useMe } from '#web/api/use-me.ts';
import { indexColumn } from '../list-model/list-columns.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './printed-list.module.css';

/** From this number of columns the page is in landscape. */
const minColumnsForLandscape = 6;

/**
 * Shows a list for print: title, filters, the person who printed it and the time; the table header repeats on
 * every page.
 */
export function PrintedList<Row>(props: {
  title: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  total: number;
  /** Description of the filters; empty if none is set. */
  filters: string;
  /** The people who sign below the last row. */
  signerRoles?: readonly string[];
}) {
  const { title, columns, rows, rowKey, total, filters, signerRoles = [] } = props;
  const me = useMe();
  const isIncomplete = total > rows.length;
  return createPortal(
    <article className={joinClasses(styles.sheet, columns.length >= minColumnsForLandscape && styles.wide)}>
      <p className={styles.office}>{me?.orgName}</p>
      <h1>{title}</h1>
      <p className={styles.facts}>
        <span>查询条件：{filters || '全部'}</span>
        <span>
          {isIncomplete
            ? `共 ${totalText(total)} 条，打印前 ${rows.length} 条，其余未打印`
            : `共 ${rows.length} 条`}
        </span>
        <span>
          打印人：{me?.name}　打印时间：{minuteText(new Date())}
        </span>
      </p>
      <table>
        <colgroup>
          {columns.map(({ key, width, grows }) => (
            <col key={key} style={grows ? undefined : { width: `${width ?? 100}px` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, title: column }) => (
              <th key={key} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key}>{column.key === indexColumn.key ? index + 1 : column.render(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {signerRoles.length > 0 && (
        <p className={styles.signatures}>
          {signerRoles.map((role) => (
            <span key={role}>{role}（签字）：　　　　　　　年　月　日</span>
          ))}
        </p>
      )}
    </article>,
    document.body,
  );
}
