import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { type DocumentSeries, documentSeries } from '#contract/document-templates.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { documentNumber } from '#domain/documents/document-number.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import { SeriesNumbersDialog } from './papers/SeriesNumbersDialog.tsx';
import { SeriesStartDialog } from './papers/SeriesStartDialog.tsx';
import { nextOf } from './papers/series-words.ts';

/** 文号: the series of each organisation and year, how far they have come, and from where they go on (decision 0161). */
export function DocumentSeriesScreen() {
  const list = useQuery(queryOf(documentSeries.list, {}));
  const thisYear = yearOf(localDateOf(new Date()));
  const [year, setYear] = useState(thisYear);
  const [asked, setAsked] = useState<{ what: 'numbers' | 'start'; series: DocumentSeries }>();
  const rows = list.data?.rows ?? [];
  const years = [...new Set([thisYear, ...rows.map((row) => row.year)])].sort((a, b) => b - a);
  return (
    <Page title="文号">
      <Card
        title={`${year} 年`}
        extra={
          years.length > 1 && (
            <Select
              aria-label="年度"
              value={year}
              options={years.map((value) => ({ value, label: `${value} 年` }))}
              onChange={setYear}
            />
          )
        }
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && (
          <SeriesTable
            rows={rows.filter((row) => row.year === year)}
            onAsk={(what, series) => setAsked({ what, series })}
          />
        )}
      </Card>
      {asked?.what === 'numbers' && (
        <SeriesNumbersDialog series={asked.series} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'start' && (
        <SeriesStartDialog series={asked.series} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  );
}

function SeriesTable(props: {
  rows: readonly DocumentSeries[];
  onAsk: (what: 'numbers' | 'start', series: DocumentSeries) => void;
}) {
  const { rows, onAsk } = props;
  if (rows.length === 0)
    return (
      <EmptyState compact title="这一年还没有文号" hint="在文书模板中填写文号字头并发布后，列在这里。" />
    );
  return (
    <WideTable
      label="文号列表"
      columns={['字头', '机构', '已编至', '空号', '下一个文号', '用于', { title: '操作', kind: 'deeds' }]}
    >
      {rows.map((row) => (
        <tr key={`${row.orgId} ${row.name}`}>
          <th scope="row">{row.name}</th>
          <td>{row.orgName}</td>
          <td className={cells.quiet}>{row.last === 0 ? '尚未编号' : `${row.last} 号`}</td>
          <td>{freeText(row.free)}</td>
          <td className={cells.quiet}>
            {documentNumber({ series: row.name, year: row.year, number: nextOf(row) })}
          </td>
          <td>{usersText(row.papers)}</td>
          <td className={cells.deeds}>
            <Button
              type="link"
              size="small"
              aria-label={`使用情况 ${row.name}`}
              onClick={() => onAsk('numbers', row)}
            >
              使用情况
            </Button>
            <Button
              type="link"
              size="small"
              aria-label={`设置起始 ${row.name}`}
              onClick={() => onAsk('start', row)}
            >
              设置起始
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}

/** Those in a row say little each. */
const freeShown = 5;

function freeText(free: readonly number[]): string {
  if (free.length === 0) return '无';
  const shown = free.slice(0, freeShown).join('、');
  return free.length > freeShown ? `${shown} 等 ${free.length} 个` : shown;
}

function usersText(papers: DocumentSeries['papers']): string {
  const byItem = Map.groupBy(papers, ({ itemName }) => itemName);
  const texts = [...byItem].map(([item, of]) => `${item}：${of.map(({ name }) => name).join('、')}`);
  return texts.join('；') || '现在没有文书使用';
}
