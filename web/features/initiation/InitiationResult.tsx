import { useQuery } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { useNavigate } from 'react-router';
import { currentHandlers, type WaitingHandlers } from '#contract/current-handlers.ts';
import type { InitiateResult } from '#contract/initiation.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { handlerNames } from '#web/toolkit/confirm/handler-names.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import type { ReturnPath } from '#web/toolkit/page/use-return-path.ts';
import styles from './initiation-result.module.css';
import type { Item } from './use-initiation.ts';

/**
 * Shows that the work order is started: its code and title, the people who handle it next, and its due dates.
 * The receipt is a document, made at the node that accepts the order.
 */
export function InitiationResult(props: {
  item: Item;
  returnPath: ReturnPath;
  result: InitiateResult;
  onRestart: () => void;
}) {
  const { item, returnPath, result, onRestart } = props;
  const navigate = useNavigate();
  // The names of the nodes are shown alone until the people are loaded, or if they cannot be.
  const currentTasks = useQuery({
    ...queryOf(currentHandlers.ofOrder, { query: { workorderId: result.workorderId } }),
    staleTime: 0,
  });
  const rows = currentTasks.data?.rows ?? [];
  return (
    <Page title={item.name} {...returnPath}>
      <Card>
        <Result
          className={styles.result}
          status="success"
          title={result.message}
          subTitle={
            <>
              <div className={styles.title}>{result.title}</div>
              {rows.map((row) => (
                <div key={row.traceId}>
                  下一环节：{row.flowNodeName}，{handlersText(row)}
                  {row.due.text !== '' && `，环节时限${row.due.text}`}
                </div>
              ))}
              {rows.length === 0 && result.nextNodeNames.length > 0 && (
                <div>下一环节：{result.nextNodeNames.join('、')}</div>
              )}
              {result.dueAt !== null && <div>全程时限：{localDateOf(new Date(result.dueAt))} 到期</div>}
            </>
          }
          extra={[
            <Button
              key="view"
              type="primary"
              onClick={() =>
                void navigate(detailUrl(result.workorderCode, { isInitiated: true }), { replace: true })
              }
            >
              查看办件
            </Button>,
            <Button key="again" onClick={onRestart}>
              继续发起
            </Button>,
            <Button key="list" onClick={() => void navigate('/my-initiated', { replace: true })}>
              返回列表
            </Button>,
          ]}
        />
      </Card>
    </Page>
  );
}

/** Returns who handles a task. */
function handlersText(task: WaitingHandlers): string {
  const names = handlerNames(task);
  return task.handlers.length > 0 && task.handlerCount > 1 ? `由${names}中任一人办理` : `由${names}办理`;
}
