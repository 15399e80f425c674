import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import styles from './charts.module.css';

type View = 'picture' | 'table';

/** A picture with its table; whoever reads numbers rather than lines has them all, each a link. */
export function ChartCard(props: {
  title: string;
  note?: string;
  legend?: ReactNode;
  picture: ReactNode;
  table: ReactNode;
  first?: View;
  /** Said in place of both. */
  empty?: string | undefined;
}) {
  const [view, setView] = useState<View>(props.first ?? 'picture');
  return (
    <section className={styles.card} aria-label={props.title}>
      <div className={styles.head}>
        <h2>{props.title}</h2>
        {props.note !== undefined && <span className={styles.note}>{props.note}</span>}
        {view === 'picture' && props.empty === undefined && props.legend}
        <Segmented<View>
          className={styles.views}
          aria-label={`${props.title}的显示方式`}
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'picture', label: '图', icon: <BarChartOutlined /> },
            { value: 'table', label: '表', icon: <TableOutlined /> },
          ]}
        />
      </div>
      {props.empty !== undefined ? (
        <p className={styles.nothing}>{props.empty}</p>
      ) : view === 'picture' ? (
        props.picture
      ) : (
        <div className={styles.tableBox}>{props.table}</div>
      )}
    </section>
  );
}
