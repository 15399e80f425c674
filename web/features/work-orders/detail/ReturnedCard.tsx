import type { Trace, WorkOrderPage } from '#contract/work-orders.ts';
import { HandlerOperation } from '#domain/enumerations/handler-operation.ts';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { AttachedFiles } from '../trace/AttachedFiles.tsx';
import { handlerText } from '../trace/trace-texts.ts';
import styles from './requester-card.module.css';

/** Returns the row of the return that reopened the reader's task; undefined if the task was not returned. */
export function returnOf({ order, task, traces }: WorkOrderPage): Trace | undefined {
  if (task === null || order.status !== WorkOrderStatus.returnPending) return undefined;
  const ownTrace = traces.find(({ id }) => id === task.traceId);
  return traces.find(
    ({ handlerOperation, endTime }) =>
      handlerOperation === HandlerOperation.return &&
      ownTrace !== undefined &&
      endTime === ownTrace.startTime,
  );
}

/** Shows who returned the order and why, above everything that is to be corrected. */
export function ReturnedCard({ trace }: { trace: Trace }) {
  return (
    <section className={styles.card} aria-labelledby="returned-title">
      <div className={styles.head}>
        <h2 id="returned-title">办件已退回，请修改后提交</h2>
        <span className={styles.group}>{trace.flowNodeName}环节退回</span>
      </div>
      <dl>
        <dt>退回人</dt>
        <dd className={styles.who}>
          <span>{handlerText(trace)}</span>
          <span>{trace.handlerOrgName}</span>
          <DateTime value={trace.endTime} />
        </dd>
        <dt>退回原因</dt>
        <dd>{trace.handlerOpinion || '未填写'}</dd>
        {trace.attachments.length > 0 && (
          <>
            <dt>附件</dt>
            <dd>
              <AttachedFiles files={trace.attachments} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
