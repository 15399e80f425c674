import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AbsentAddressee, handOvers, type UnattendedTask } from '#contract/hand-overs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { countOf, leaverOf, nameOf } from './hand-over-words.ts';
import styles from './hand-overs.module.css';
import type { Leaver } from './LeaverField.tsx';

const size = 20;

/** 无人可办的任务: whom they wait for, those who have left first, and each task, to be handed over or opened and reassigned. */
export function UnattendedDialog(props: {
  /** Of whom everything is to be handed over; undefined for all that nobody answers to. */
  onHandOver: (leaver: Leaver | undefined) => void;
  onClose: () => void;
}) {
  const { onHandOver, onClose } = props;
  const [page, setPage] = useState(1);
  const asked = useQuery({
    ...queryOf(handOvers.unattended, { query: { page, size } }),
    placeholderData: keepPreviousData,
  });
  const { data } = asked;
  return (
    <AppModal
      open
      width={1040}
      title={data === undefined ? '无人可办的任务' : `无人可办的任务（${countOf(data)} 件）`}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span>点流水号打开办件，可以逐件改派。</span>
          <Button onClick={onClose}>关闭</Button>
          <Button
            type="primary"
            disabled={data === undefined || data.total === 0}
            onClick={() => onHandOver(undefined)}
          >
            全部移交
          </Button>
        </div>
      }
    >
      {asked.isError && <FailureState failure={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isPending && <SkeletonRows rows={6} />}
      {data?.total === 0 && <EmptyState compact title="没有无人可办的任务" />}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={styles.addressees} aria-label="等待的人员和岗位">
            {data.addressees.map((one) => (
              <Addressee key={one.key} addressee={one} onHandOver={onHandOver} />
            ))}
          </ul>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <section className={styles.tasks} aria-label="任务" tabIndex={0}>
            <Tasks rows={data.rows} />
          </section>
          {data.total > size && (
            <Pagination
              size="small"
              align="end"
              showSizeChanger={false}
              current={page}
              pageSize={size}
              total={data.total}
              onChange={setPage}
            />
          )}
        </>
      )}
    </AppModal>
  );
}

function Addressee(props: { addressee: AbsentAddressee; onHandOver: (leaver: Leaver) => void }) {
  const { addressee, onHandOver } = props;
  const leaver = leaverOf(addressee);
  return (
    <li>
      <span>
        {nameOf(addressee)} {addressee.count} 件
      </span>
      {leaver && (
        <Button size="small" aria-label={`移交${leaver.name}的工作`} onClick={() => onHandOver(leaver)}>
          移交
        </Button>
      )}
    </li>
  );
}

function Tasks({ rows }: { rows: readonly UnattendedTask[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">无人可办的任务，等待最久的在前</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.code}>
            流水号
          </th>
          <th scope="col">标题</th>
          <th scope="col" className={styles.node}>
            环节
          </th>
          <th scope="col" className={styles.receiver}>
            原处理人
          </th>
          <th scope="col" className={styles.since}>
            到达时间
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ traceId, workorderCode, title, nodeName, candidateNames, startTime }) => (
          <tr key={traceId}>
            <td className={styles.code}>
              <Link to={detailUrl(workorderCode)}>{workorderCode}</Link>
            </td>
            <td title={title}>{title}</td>
            <td title={nodeName}>{nodeName}</td>
            <td title={candidateNames.join('、')}>{candidateNames.join('、')}</td>
            <td>
              <DateTime value={startTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
