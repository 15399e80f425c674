import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import type { DaySpan } from '#domain/figures/compared-spans.ts';
import { csvOf } from '#domain/lists/csv.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './charts.module.css';

type View = 'chart' | 'table';

/** Shows a chart with its table, in which every number is a link; the table can be saved as a file. */
export function ChartCard(props: {
  title: string;
  /** The shown period, for the name of the table's file. */
  days: DaySpan;
  note?: string;
  legend?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  initialView?: View;
  /** True if the table has few rows and is shown in full, without its own scroll area. */
  isShort?: boolean;
  /** Text in place of chart and table. */
  emptyText?: string | undefined;
}) {
  const [view, setView] = useState<View>(props.initialView ?? 'chart');
  const box = useRef<HTMLDivElement>(null);
  const save = () => {
    const table = box.current?.querySelector('table');
    if (table) saveFile(`${props.title}-${props.days.from}-${props.days.to}.csv`, csvOf(rowsOf(table)));
  };
  return (
    <section className={styles.card} aria-label={props.title}>
      <div className={styles.head}>
        <h2>{props.title}</h2>
        {props.note !== undefined && <span className={styles.note}>{props.note}</span>}
        {view === 'chart' && props.emptyText === undefined && props.legend}
        {view === 'table' && props.emptyText === undefined && (
          <Button
            type="text"
            size="small"
            className={styles.save ?? ''}
            icon={<DownloadOutlined />}
            aria-label={`下载${props.title}的表格`}
            onClick={save}
          />
        )}
        <Segmented<View>
          className={styles.views}
          aria-label={`${props.title}的显示方式`}
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: '图', icon: <BarChartOutlined /> },
            { value: 'table', label: '表', icon: <TableOutlined /> },
          ]}
        />
      </div>
      {props.emptyText !== undefined ? (
        <p className={styles.nothing}>{props.emptyText}</p>
      ) : view === 'chart' ? (
        props.chart
      ) : (
        <div className={joinClasses(styles.tableBox, props.isShort && styles.wholeTable)} ref={box}>
          {props.table}
        </div>
      )}
    </section>
  );
}

/** Returns the cells of the table as text. */
function rowsOf(table: HTMLTableElement): string[][] {
  return [...table.rows].map((row) => [...row.cells].map(({ textContent }) => textContent ?? ''));
}
