import { CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import { LimitButton } from '../limit/LimitButton.tsx';
import styles from './detail.module.css';

type Due = WorkOrderPage['order']['due'];

/** Shows the order at a glance: title, code, item, status, and the time left for the node and the whole. */
export function TitleLine(props: {
  order: WorkOrderPage['order'];
  /** The limit of the current node; undefined if it has none or no handler has the task. */
  nodeDue: Due | undefined;
  nodeTraceId: string | undefined;
  /** The label of that limit: 环节, or the request to which a person who was asked must answer. */
  nodeLabel: string;
  /** Content at the end of the line. */
  extra?: ReactNode;
}) {
  const { order, nodeDue, nodeTraceId, nodeLabel, extra } = props;
  const feedback = useFeedback();
  const copy = async () => {
    if (await copyText(order.code)) feedback.success('已复制流水号');
    else feedback.warn('浏览器不允许复制，请手动选择流水号');
  };
  return (
    <header className={styles.orderTitle}>
      <h2>{order.title}</h2>
      <div className={styles.orderTitleFacts}>
        <span className={styles.orderCode}>
          {order.code}
          <Tooltip title="复制流水号">
            <Button
              type="text"
              size="small"
              icon={<CopyOutlined aria-hidden />}
              aria-label="复制流水号"
              onClick={() => void copy()}
            />
          </Tooltip>
        </span>
        <span>{order.itemName}</span>
        <span title="办理状态">
          <StatusTag label={order.statusLabel} tone={toneOfStatus(order.status)} />
        </span>
        {order.endedAt === null && nodeDue !== undefined && (
          <Limit code={order.code} traceId={nodeTraceId} label={nodeLabel} due={nodeDue} />
        )}
        {order.endedAt === null && <Limit code={order.code} label="全程" due={order.due} />}
        {order.urgeCount > 0 && <span className={styles.urged}>已催办 {order.urgeCount} 次</span>}
        <span className={styles.titleExtra}>{extra}</span>
      </div>
    </header>
  );
}

/** Shows a limit with its label; a click opens its explanation. */
function Limit(props: { code: string; traceId?: string | undefined; label: string; due: Due }) {
  const { code, traceId, label, due } = props;
  if (due.light === 'none' && due.text === '') return null;
  return (
    <LimitButton code={code} traceId={traceId} className={styles.limit}>
      <span className={styles.limitWord}>{label}</span>
      <DueLight due={due} />
      {due.dueAt !== null && (
        <small>
          <DateTime value={due.dueAt} dateOnly /> 到期
        </small>
      )}
    </LimitButton>
  );
}
