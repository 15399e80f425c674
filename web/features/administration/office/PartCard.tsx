import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment } from 'react';
import type { SheetImportCalls } from '#contract/sheet-imports.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { joinClasses } from '#web/toolkit/page/join-classes.ts';
import { useMediaQuery } from '#web/toolkit/page/use-media-query.ts';
import { SheetImport } from '#web/toolkit/sheet-import/SheetImport.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { stackedQuery, WideTable } from '#web/toolkit/table/WideTable.tsx';
import styles from './office.module.css';
import { type AskedPart, officeReads, type PartForm } from './part-forms.ts';

interface Row {
  id: string;
  name: string;
  sortBy: number;
}

/** One kind of what the office is made of: all that there is, by hand and by sheet. */
export function PartCard<Shown extends Row>(props: {
  form: PartForm;
  sheet: SheetImportCalls;
  query: UseQueryResult<{ rows: Shown[] }>;
  /** What to do first, where there is none yet. */
  hint: string;
  columns: readonly { title: string; text: (row: Shown) => string }[];
  onAsk: (asked: AskedPart) => void;
}) {
  const { form, sheet, query, hint, onAsk } = props;
  const rows = query.data?.rows ?? [];
  const nextOrder = Math.max(0, ...rows.map(({ sortBy }) => sortBy)) + 1;
  const isPhone = useMediaQuery(stackedQuery);
  const deeds = (
    <div className={joinClasses(styles.deeds, isPhone && styles.above)}>
      <SheetImport calls={sheet} title={form.title} renews={officeReads} />
      <Button type="primary" onClick={() => onAsk({ form, nextOrder, taken: rows.map(({ id }) => id) })}>
        新建{form.title}
      </Button>
    </div>
  );
  return (
    <Card title={<span className={styles.title}>{form.title}</span>} extra={isPhone ? undefined : deeds}>
      {/* Beside its title they would stand in two lines. */}
      {isPhone && deeds}
      {query.isPending && <SkeletonRows rows={4} />}
      {query.isError && <FailureState failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState compact title={`还没有${form.title}`} hint={hint} />
      )}
      {rows.length > 0 && <PartTable {...props} rows={rows} nextOrder={nextOrder} />}
    </Card>
  );
}

function PartTable<Shown extends Row>(props: {
  form: PartForm;
  columns: readonly { title: string; text: (row: Shown) => string }[];
  rows: readonly Shown[];
  nextOrder: number;
  onAsk: (asked: AskedPart) => void;
}) {
  const { form, columns, rows, nextOrder, onAsk } = props;
  return (
    <WideTable
      label={`${form.title}列表`}
      columns={['名称', '编码', ...columns.map(({ title }) => title), { title: '操作', kind: 'deeds' }]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          <td className={cells.quiet}>{row.id}</td>
          {columns.map(({ title, text }) => (
            <Fragment key={title}>
              <td>{text(row)}</td>
            </Fragment>
          ))}
          <td className={cells.deeds}>
            <Button
              type="link"
              size="small"
              aria-label={`修改 ${row.name}`}
              onClick={() => onAsk({ form, row, nextOrder })}
            >
              修改
            </Button>
            <Button
              type="link"
              size="small"
              aria-label={`删除 ${row.name}`}
              onClick={() => onAsk({ form, row, nextOrder, removes: true })}
            >
              删除
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
