import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type HandOver, type HandOverTask, handOvers } from '#contract/hand-overs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { OutcomeProgressBar } from '#web/toolkit/feedback/OutcomeProgressBar.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import { departingPersonText, taskState } from './hand-over-texts.ts';
import styles from './hand-overs.module.css';
import { useTaskMoves } from './use-task-moves.ts';

/**
 * Shows a running hand-over and the result of each task; after closing, the rest waits and can be resumed.
 */
export function HandOverProgressDialog(props: { id: string; startsAtOnce: boolean; onClose: () => void }) {
  const { id, startsAtOnce, onClose } = props;
  const detail = useQuery(queryOf(handOvers.detail, { params: { id } }));
  const { run, running, stop, failure } = useTaskMoves(id);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!startsAtOnce || hasStarted.current) return;
    hasStarted.current = true;
    void run(false);
  }, [startsAtOnce, run]);
  const { data } = detail;
  return (
    <AppModal
      open
      width={1040}
      title={
        data === undefined
          ? '工作移交'
          : `工作移交：${departingPersonText(data)} → ${data.receiverNames.join('、')}`
      }
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <span>{data && hintOf(data, running)}</span>
          {running && <Button onClick={stop}>暂停</Button>}
          {data && !running && data.failed > 0 && data.waiting === 0 && (
            <Button onClick={() => void run(true)}>重试未移交 {data.failed} 件</Button>
          )}
          {data && !running && data.waiting > 0 && (
            <Button type="primary" onClick={() => void run(false)}>
              继续移交 {data.waiting} 件
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </div>
      }
    >
      {detail.isError && <FailureState failure={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.isPending && <SkeletonRows rows={6} />}
      {failure !== undefined && !running && (
        <FailureState failure={failure} onRetry={() => void run(false)} />
      )}
      {data && (
        <>
          <Progress counts={data} />
          <p className={styles.about}>移交原因：{data.reason}</p>
          <ScrollRegion className={styles.outcomes} label="每件的结果">
            <Outcomes tasks={data.tasks} />
          </ScrollRegion>
        </>
      )}
    </AppModal>
  );
}

function hintOf({ waiting, failed }: HandOver, running: boolean): string {
  if (running) return '关闭后停在当前一件，可随时回来继续。';
  if (waiting > 0) return '未移交的仍在原处。';
  return failed > 0 ? '未移交的可以重试，或逐件改派。' : '已全部处理完毕。';
}

function Progress({ counts }: { counts: HandOver }) {
  const { total, waiting, moved, gone, failed } = counts;
  return (
    <OutcomeProgressBar
      label="移交进度"
      headline={`已处理 ${total - waiting} / ${total} 件`}
      breakdown={`已移交 ${moved}，无需移交 ${gone}，未移交 ${failed}`}
      total={total}
      done={moved + gone}
      failed={failed}
    />
  );
}

function Outcomes({ tasks }: { tasks: readonly HandOverTask[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">每件的结果</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.state}>
            结果
          </th>
          <th scope="col" className={styles.code}>
            流水号
          </th>
          <th scope="col">标题</th>
          <th scope="col" className={styles.node}>
            环节
          </th>
          <th scope="col" className={styles.who}>
            接收人
          </th>
          <th scope="col" className={styles.reason}>
            说明
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.map(({ traceId, state, workorderCode, title, nodeName, receiverName, reason }) => (
          <tr key={traceId}>
            <td>
              <StatusTag {...taskState[state]} />
            </td>
            <td className={styles.code}>
              <Link to={detailUrl(workorderCode)}>{workorderCode}</Link>
            </td>
            <td title={title}>{title}</td>
            <td title={nodeName}>{nodeName}</td>
            <td>{receiverName}</td>
            <td title={reason}>{reason || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
