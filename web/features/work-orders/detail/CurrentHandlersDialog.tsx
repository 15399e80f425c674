import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { currentHandlers, type WaitingHandlers } from '#contract/current-handlers.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import styles from './current-handlers.module.css';

/** Shows 当前处理人 (S1 §2): the current handlers of the order, their unit and post, and since when. */
export function CurrentHandlersDialog(props: { orderId: string; code: string; onClose: () => void }) {
  const { orderId, code, onClose } = props;
  const handlers = useQuery({
    ...queryOf(currentHandlers.ofOrder, { query: { workorderId: orderId } }),
    staleTime: 0,
  });
  return (
    <AppModal
      open
      title={`当前处理人 ${code}`}
      width={640}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {handlers.isPending && <SkeletonRows rows={4} />}
      {handlers.isError && (
        <FailureState compact failure={handlers.error} onRetry={() => void handlers.refetch()} />
      )}
      {handlers.data?.rows.length === 0 && (
        <EmptyState compact title="没有等待处理的环节" hint="办件已办结，或正在等待其他分支。" />
      )}
      {handlers.data !== undefined && handlers.data.rows.length > 0 && (
        <ScrollRegion className={styles.tasks} label="处理人名单">
          {handlers.data.rows.map((row) => (
            <HandlersOfTask key={row.traceId} row={row} />
          ))}
        </ScrollRegion>
      )}
    </AppModal>
  );
}

function HandlersOfTask({ row }: { row: WaitingHandlers }) {
  const { handlers, handlerCount, candidates, substitutes } = row;
  return (
    <section className={styles.task} aria-label={row.flowNodeName}>
      <h3 className={styles.head}>
        {row.flowNodeName}
        <span className={styles.second}>
          <DateTime value={row.startTime} /> 到达
        </span>
        <DueLight due={row.due} />
      </h3>
      <p className={styles.second}>
        候选：{candidates.map(({ candidateName }) => candidateName).join('、')}
        {handlerCount > handlers.length && `（共 ${handlerCount} 人，列出前 ${handlers.length} 人）`}
      </p>
      {handlers.length === 0 ? (
        <p>目前无人在岗，请联系办件管理员。</p>
      ) : (
        <table className={styles.table} aria-label={`${row.flowNodeName}的处理人`}>
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">单位</th>
              <th scope="col">岗位</th>
            </tr>
          </thead>
          <tbody>
            {handlers.map((person) => (
              <tr key={person.key}>
                <th scope="row">{person.name}</th>
                <td>{person.orgName || '—'}</td>
                <td>{person.positionNames || '—'}</td>
              </tr>
            ))}
            {substitutes.map((person) => (
              <tr key={`for-${person.key}`}>
                <th scope="row">{person.name}</th>
                <td>{person.orgName || '—'}</td>
                <td>代 {person.absentName}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
