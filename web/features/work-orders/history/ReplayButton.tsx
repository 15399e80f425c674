import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import type { ReplaySlots } from './replay-slots.ts';

const ReplayDialog = lazyPart(async () => (await import('./ReplayDialog.tsx')).ReplayDialog);

/** Shows the button that opens the replay of an order. */
export function ReplayButton(props: { page: WorkOrderPage; slots: ReplaySlots }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<PlayCircleOutlined aria-hidden />}
        onClick={() => setOpen(true)}
      >
        办件回放
      </Button>
      {isOpen && <ReplayDialog {...props} onClose={close} onLoadFailed={close} />}
    </>
  );
}
