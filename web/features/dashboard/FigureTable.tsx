import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Figure } from '#contract/dashboard.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './charts.module.css';
import { fromDashboard, listUrl } from './figure-texts.ts';

export interface FigureColumn<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
}

/** Number of figures that fit next to the name on a phone; more are below it. */
const maxColumnsOfPhone = 4;

/** Shows a small table: the first column names the row, the others contain figures. */
export function FigureTable<Row>(props: {
  caption: string;
  firstColumnTitle: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  keyOf: (row: Row) => string | number;
  columns: readonly FigureColumn<Row>[];
}) {
  return (
    <table className={joinClasses(styles.table, props.columns.length > maxColumnsOfPhone && styles.stacked)}>
      <caption className={styles.caption}>{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{props.firstColumnTitle}</th>
          {props.columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={props.keyOf(row)}>
            <th scope="row">{props.nameOf(row)}</th>
            {props.columns.map(({ title, cell }) => (
              <td key={title}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows a figure as a link to its list; a zero is not a link. */
export function FigureLink(props: { figure: Figure; description: string; isUrgent?: boolean }) {
  const { figure, description, isUrgent } = props;
  if (figure.count === 0) return <>0</>;
  return (
    <Link
      to={listUrl(figure)}
      state={fromDashboard}
      className={joinClasses(styles.figure, isUrgent && styles.pressing)}
      aria-label={`${description} ${figure.count} 件`}
    >
      {figure.count}
    </Link>
  );
}
