import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type DocumentSeries, documentSeries, type SeriesNumber } from '#contract/document-templates.ts';
import { listLimits } from '#domain/lists/limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { ListPagination } from '#web/toolkit/list/ListPagination.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag, type StatusTone } from '#web/toolkit/status/StatusTag.tsx';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import styles from './series-drawer.module.css';
import { lastText } from './series-texts.ts';

const tone: Record<SeriesNumber['state'], StatusTone> = {
  used: 'success',
  void: 'error',
  prepared: 'progress',
  held: 'progress',
  free: 'neutral',
};

/** Shows the document and the order of each number of a series, and the free numbers. */
export function SeriesNumbersDialog({ series, onClose }: { series: DocumentSeries; onClose: () => void }) {
  const { orgId, orgName, name, year } = series;
  return (
    <AppModal
      open
      title={`使用情况：${name}〔${year}〕 ${orgName}`}
      width={800}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Numbers series={{ orgId, name, year }} emptyText={lastText(series)} />
      {series.begun && <p className={styles.reached}>已编至 {lastText(series)}。</p>}
    </AppModal>
  );
}

function Numbers(props: { series: { orgId: string; name: string; year: number }; emptyText: string }) {
  const { series, emptyText } = props;
  const [page, setPage] = useState(1);
  const size = listLimits.defaultPageSize;
  const list = useQuery({
    ...queryOf(documentSeries.numbers, { query: { ...series, page, size } }),
    placeholderData: keepPreviousData,
  });
  if (list.isPending) return <SkeletonRows rows={6} />;
  if (list.isError) return <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />;
  const { rows, total } = list.data;
  if (rows.length === 0) return <EmptyState compact title={emptyText} />;
  return (
    <>
      <WideTable label="编过的文号" columns={['文号', '状态', '文书', '办件流水号', '生成时间']} limitsHeight>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">{row.text}</th>
            <td>
              <StatusTag label={row.stateLabel} tone={tone[row.state]} />
            </td>
            <td>{row.paperName || '—'}</td>
            <td>{row.orderCode || '—'}</td>
            <td>
              <DateTime value={row.madeAt} />
            </td>
          </tr>
        ))}
      </WideTable>
      {total > size && <ListPagination page={page} size={size} total={total} onPage={setPage} />}
    </>
  );
}
