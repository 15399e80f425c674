import { CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '../order-tone.ts';
import styles from './detail.module.css';

/** What the order is, in one look: title, code, item, status and due light. */
export function TitleLine({ order }: { order: WorkOrderPage['order'] }) {
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
        {order.endedAt === null && <DueLight due={order.due} />}
      </div>
    </header>
  );
}

/**
 * Puts text on the clipboard; false when the browser refuses.
 * NOTE: `navigator.clipboard` is missing on plain-http origins, which offices do use; the old command still works there.
 */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The page may lack the permission; the old way needs none.
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
