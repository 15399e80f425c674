import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type DocumentSeries, documentSeries } from '#contract/document-templates.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { documentNumber } from '#domain/documents/document-number.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useNameSearch } from '#web/toolkit/choices/use-name-search.ts';
import { DefinitionSearch } from '#web/toolkit/definitions/DefinitionSearch.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { TableCard } from '#web/toolkit/table/TableCard.tsx';
import cells from '#web/toolkit/table/table.module.css';
import { type TableColumn, WideTable } from '#web/toolkit/table/WideTable.tsx';
import { SeriesDrawer } from './series/SeriesDrawer.tsx';
import { SeriesNumbersDialog } from './series/SeriesNumbersDialog.tsx';
import { SeriesStartDialog } from './series/SeriesStartDialog.tsx';
import styles from './series/series-drawer.module.css';
import { freeText, lastText, nextOf, seriesOf, yearsOf } from './series/series-texts.ts';

interface OpenDialog {
  kind: 'detail' | 'numbers' | 'start';
  series: DocumentSeries;
}

const columns: readonly TableColumn[] = [
  { title: '字头', width: 112 },
  '机构',
  { title: '已编至', width: 112 },
  { title: '空号', width: 56 },
  { title: '下一个文号', width: 200 },
  { title: '用于', width: 92 },
  { title: '操作', kind: 'actions', width: 152 },
];

/**
 * Shows 文号: the series of each organisation and year, their last number, and the next one (decision 0155).
 */
export function DocumentSeriesScreen() {
  const list = useQuery(queryOf(documentSeries.list, {}));
  const thisYear = yearOf(localDateOf(new Date()));
  const [year, setYear] = useState(thisYear);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [keyword, setKeyword] = useState('');
  const rows = list.data?.rows ?? [];
  const seriesOfYear = seriesOf(rows, year);
  const search = useNameSearch(
    keyword,
    seriesOfYear.flatMap((row) => [row.name, row.orgName]),
  );
  const matches = seriesOfYear.filter((row) => [row.name, row.orgName].some(search.finds));
  const years = yearsOf(rows, thisYear);
  return (
    <Page title="文号">
      <TableCard
        filters={
          seriesOfYear.length > 0 && (
            <DefinitionSearch label="查找文号" placeholder="字头或机构" onSearch={setKeyword} />
          )
        }
        note={seriesOfYear.length > 0 && <OriginNote />}
        tools={
          <Select
            aria-label="年度"
            value={year}
            options={years.map((value) => ({ value, label: `${value} 年` }))}
            onChange={setYear}
          />
        }
      >
        {list.isPending && <SkeletonRows rows={8} />}
        {list.isError && <FailureState failure={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && (
          <SeriesTable
            rows={matches}
            isSearched={seriesOfYear.length > 0}
            onOpenDialog={(kind, series) => setOpenDialog({ kind, series })}
          />
        )}
      </TableCard>
      {openDialog?.kind === 'detail' && (
        <SeriesDrawer series={openDialog.series} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog?.kind === 'numbers' && (
        <SeriesNumbersDialog series={openDialog.series} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog?.kind === 'start' && (
        <SeriesStartDialog series={openDialog.series} onClose={() => setOpenDialog(undefined)} />
      )}
    </Page>
  );
}

/** Shows how the series of the list are created. */
function OriginNote() {
  return (
    <>
      文号由
      <Link to="/business/document-templates" className={styles.inSentence}>
        文书模板
      </Link>
      产生：在模板中填写文号字头并发布后，列在这里。
    </>
  );
}

function SeriesTable(props: {
  rows: readonly DocumentSeries[];
  /** True if the search hides some numbers of the year. */
  isSearched: boolean;
  onOpenDialog: (kind: OpenDialog['kind'], series: DocumentSeries) => void;
}) {
  const { rows, isSearched, onOpenDialog } = props;
  if (rows.length === 0 && isSearched) return <EmptyState compact title="没有找到文号" />;
  if (rows.length === 0) return <EmptyState compact title="这一年还没有文号" hint={<OriginNote />} />;
  return (
    <WideTable oneLine label="文号列表" columns={columns}>
      {rows.map((row) => (
        <tr key={`${row.orgId} ${row.name}`}>
          <th scope="row" className={cells.wraps}>
            {row.name}
          </th>
          <td>{row.orgName}</td>
          <td className={joinClasses(cells.quiet, cells.wraps)}>{lastText(row)}</td>
          <td>{freeText(row.free)}</td>
          <td className={joinClasses(cells.quiet, cells.wraps)}>
            {documentNumber({ series: row.name, year: row.year, number: nextOf(row) })}
          </td>
          <td>
            {row.papers.length === 0 ? (
              '暂无文书'
            ) : (
              <Button
                type="link"
                size="small"
                aria-label={`${row.papers.length} 类文书使用 ${row.name}`}
                onClick={() => onOpenDialog('detail', row)}
              >
                {row.papers.length} 类文书
              </Button>
            )}
          </td>
          <td className={cells.actions}>
            <Button
              type="link"
              size="small"
              aria-label={`使用情况 ${row.name}`}
              onClick={() => onOpenDialog('numbers', row)}
            >
              使用情况
            </Button>
            <Button
              type="link"
              size="small"
              aria-label={`设置起始 ${row.name}`}
              onClick={() => onOpenDialog('start', row)}
            >
              设置起始
            </Button>
          </td>
        </tr>
      ))}
    </WideTable>
  );
}
