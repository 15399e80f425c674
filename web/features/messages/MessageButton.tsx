import { MessageOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';

const MessageDialog = lazyPart(async () => (await import('./MessageDialog.tsx')).MessageDialog);

/** Opens the messages of an order, in the head of its page. */
export function MessageButton({ order }: { order: WorkOrderPage['order'] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<MessageOutlined aria-hidden />}
        aria-label="办件消息"
        onClick={() => setOpen(true)}
      >
        消息
      </Button>
      {open && (
        <MessageDialog code={order.code} onClose={() => setOpen(false)} onLoadFailed={() => setOpen(false)} />
      )}
    </>
  );
}
