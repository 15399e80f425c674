import { RollbackOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { OfferDialog } from './OfferDialog.tsx';

/** 撤回 at the step that it is about, where everybody looks for what was done; nothing at a step that offers none. */
export function StepOffer(props: { page: WorkOrderPage; traceId: string; onReload: () => void }) {
  const { page, traceId, onReload } = props;
  const [asking, setAsking] = useState(false);
  const offer = page.offers.find(({ action }) => action === 'withdraw');
  const about = offer?.about.filter((one) => one.traceId === traceId) ?? [];
  // Without a task in hand the bar offers it.
  if (page.task === null || offer === undefined || about.length === 0) return null;
  return (
    <>
      <Button
        type="link"
        size="small"
        icon={<RollbackOutlined aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {offer.name}
      </Button>
      {asking && (
        <OfferDialog
          offer={{ ...offer, about }}
          order={page.order}
          onDone={() => {
            setAsking(false);
            onReload();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
