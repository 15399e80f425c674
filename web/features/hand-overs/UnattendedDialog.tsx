import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { handOvers, type UnattendedCandidate, type UnattendedTask } from '#contract/hand-overs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { ListPagination } from '#web/toolkit/list/ListPagination.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import type { DepartingPerson } from './DepartingPersonField.tsx';
import { countText, departingPersonOf, nameOf } from './hand-over-texts.ts';
import styles from './hand-overs.module.css';

const size = 20;
const columns = ['流水号', '标题', '环节', '原处理人', '到达时间'];

/**
 * Shows 无人可办的待办: their addressees, departed people first, and each task, to be handed over or opened and
 * reassigned.
 */
export function UnattendedDialog(props: {
  /** Called with the person whose tasks are handed over; undefined for all tasks without a handler. */
  onHandOver: (departingPerson: DepartingPerson | undefined) => void;
  onClose: () => void;
}) {
  const { onHandOver, onClose } = props;
  const [page, setPage] = useState(1);
  const unattended = useQuery({
    ...queryOf(handOvers.unattended, { query: { page, size } }),
    placeholderData: keepPreviousData,
  });
  const { data } = unattended;
  return (
    <AppModal
      open
      width={1040}
      title={data === undefined ? '无人可办的待办' : `无人可办的待办（${countText(data)} 件）`}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span>点击流水号打开办件，可以逐件改派。</span>
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
      {unattended.isError && (
        <FailureState failure={unattended.error} onRetry={() => void unattended.refetch()} />
      )}
      {unattended.isPending && <SkeletonRows rows={6} />}
      {data?.total === 0 && <EmptyState compact title="没有无人可办的待办" />}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={styles.addressees} aria-label="等待的人员和岗位">
            {data.addressees.map((addressee) => (
              <Addressee key={addressee.key} addressee={addressee} onHandOver={onHandOver} />
            ))}
          </ul>
          <WideTable
            label="任务，等待最久的在前"
            columns={columns}
            limitsHeight
            isBusy={unattended.isPlaceholderData}
          >
            {data.rows.map((task) => (
              <Task key={task.traceId} task={task} />
            ))}
          </WideTable>
          {data.total > size && (
            <ListPagination page={page} size={size} total={data.total} onPage={setPage} />
          )}
        </>
      )}
    </AppModal>
  );
}

function Addressee(props: {
  addressee: UnattendedCandidate;
  onHandOver: (departingPerson: DepartingPerson) => void;
}) {
  const { addressee, onHandOver } = props;
  const departingPerson = departingPersonOf(addressee);
  return (
    <li>
      <span>
        {nameOf(addressee)} {addressee.count} 件
      </span>
      {departingPerson && (
        <Button
          size="small"
          aria-label={`移交${departingPerson.name}的工作`}
          onClick={() => onHandOver(departingPerson)}
        >
          移交
        </Button>
      )}
    </li>
  );
}

function Task({ task }: { task: UnattendedTask }) {
  const { workorderCode, title, nodeName, candidateNames, startTime } = task;
  return (
    <tr>
      <th scope="row">
        <Link to={detailUrl(workorderCode)}>{workorderCode}</Link>
      </th>
      <td>{title}</td>
      <td>{nodeName}</td>
      <td>{candidateNames.join('、')}</td>
      <td>
        <DateTime value={startTime} />
      </td>
    </tr>
  );
}
