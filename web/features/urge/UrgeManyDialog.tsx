import { Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { countCharacters, isBlank } from '#domain/texts/characters.ts';
import { useMe } from '#web/api/use-me.ts';
import { CountedText } from '../../toolkit/dialog/CountedText.tsx';
import { CancelButton, EditingModal } from '../../toolkit/dialog/EditingModal.tsx';
import { OutcomeProgressBar } from '../../toolkit/feedback/OutcomeProgressBar.tsx';
import { queriedUrl } from '../../toolkit/page/order-address.ts';
import { StatusTag, type StatusTone } from '../../toolkit/status/StatusTag.tsx';
import { ScrollRegion } from '../../toolkit/table/ScrollRegion.tsx';
import styles from './urge.module.css';
import { type UrgedOrder, type UrgedRow, useUrgeRun } from './use-urge-run.ts';

const states: Record<UrgedRow['state'], { tone: StatusTone; label: string }> = {
  waiting: { tone: 'neutral', label: '等待' },
  running: { tone: 'progress', label: '催办中' },
  done: { tone: 'success', label: '成功' },
  failed: { tone: 'error', label: '未催办' },
};

/** Shows 催办 of several orders: one reason for all of them, then the result of each. */
export function UrgeManyDialog(props: {
  orders: readonly UrgedOrder[];
  /** Initial text of the reason. */
  reason?: string;
  /** Called when the dialog closes; `wasSent` is true if the orders were sent. */
  onClose: (wasSent: boolean) => void;
}) {
  const { orders, onClose } = props;
  const me = useMe();
  const { rows, run } = useUrgeRun(orders, me && `staff:${me.id}`);
  const [reason, setReason] = useState(props.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const countOf = (state: UrgedRow['state']) => rows?.filter((row) => row.state === state).length ?? 0;
  const done = countOf('done');
  const failed = countOf('failed');
  const retriableCount = rows?.filter(({ retriable }) => retriable).length ?? 0;
  const ended = orders.filter(({ endedAt }) => endedAt !== null).length;
  const urgeable = orders.length - ended;
  const isRunning = rows !== undefined && done + failed < rows.length;
  const send = () => {
    if (isBlank(reason)) return setProblem('请输入催办内容');
    if (countCharacters(reason) <= maxReasonLength) void run(reason);
  };
  return (
    <EditingModal
      open
      className={styles.many}
      width={800}
      title={`催办 ${urgeable} 件`}
      initialFocus="field"
      unsaved={() => rows === undefined && reason !== (props.reason ?? '')}
      onCancel={() => onClose(rows !== undefined)}
      footer={
        rows === undefined ? (
          <>
            <CancelButton />
            <Button type="primary" disabled={urgeable === 0} onClick={send}>
              确认催办 {urgeable} 件
            </Button>
          </>
        ) : (
          <>
            {!isRunning && retriableCount > 0 && (
              <Button onClick={send}>重试未催办 {retriableCount} 件</Button>
            )}
            <Button type="primary" onClick={() => onClose(true)}>
              {isRunning ? '停止余下的催办' : '完成'}
            </Button>
          </>
        )
      }
    >
      {rows === undefined ? (
        <Form layout="vertical" component={false} className={styles.fields}>
          <CountedText
            label="催办内容"
            required
            problem={problem}
            rows={2}
            placeholder="为什么催办，会记入每件的办理轨迹"
            max={maxReasonLength}
            value={reason}
            onChange={(text) => {
              setReason(text);
              setProblem(undefined);
            }}
          />
          <p className={styles.hint}>
            发给每件当前环节的全部处理人。{ended > 0 && `所选办件中 ${ended} 件已办结，不催办。`}
            不久前催办过或由您本人办理的不再催办，结果逐件列出。
          </p>
        </Form>
      ) : (
        <OutcomeProgressBar
          label="催办进度"
          headline={`已处理 ${done + failed} / ${rows.length} 件`}
          breakdown={`已催办 ${done}，未催办 ${failed}`}
          total={rows.length}
          done={done}
          failed={failed}
        />
      )}
      <ScrollRegion className={styles.orders} label="所选办件">
        <ul>
          {rows === undefined
            ? orders.map((order) => (
                <Order key={order.id} code={order.code} title={order.title}>
                  {order.endedAt !== null && <StatusTag label="已办结，不催办" />}
                  <span className={styles.note}>
                    {[order.nodeName, order.handlerNames].filter(Boolean).join('　')}
                  </span>
                </Order>
              ))
            : rows.map((row) => (
                <Order key={row.id} isLinked code={row.code} title={row.title}>
                  <StatusTag {...states[row.state]} />
                  <span className={styles.note}>{row.note}</span>
                </Order>
              ))}
        </ul>
      </ScrollRegion>
    </EditingModal>
  );
}

function Order(props: Pick<UrgedOrder, 'code' | 'title'> & { isLinked?: boolean; children: ReactNode }) {
  const { code, title, isLinked, children } = props;
  return (
    <li>
      {isLinked ? <Link to={queriedUrl(code)}>{code}</Link> : code}
      <span className={styles.subject} title={title}>
        {title}
      </span>
      {children}
    </li>
  );
}
