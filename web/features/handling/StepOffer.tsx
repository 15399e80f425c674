import { CloseCircleOutlined, RollbackOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { OrderOffer, WorkOrderPage } from '#contract/work-orders.ts';
import { OfferDialog } from './lazy-dialogs.ts';
import { isAtStep, type StepAction } from './step-offers.ts';

const icons: Record<StepAction, ReactNode> = {
  withdraw: <RollbackOutlined aria-hidden />,
  callOffCountersign: <CloseCircleOutlined aria-hidden />,
};

/**
 * Shows 撤回 and 取消会签 at the step that they refer to, where users look for a finished action; nothing at other
 * steps.
 */
export function StepOffer(props: { page: WorkOrderPage; traceId: string; onReload: () => void }) {
  const { page, traceId, onReload } = props;
  const [openOffer, setOpenOffer] = useState<OrderOffer>();
  // Without an open task, the bar offers them.
  if (page.task === null) return null;
  return (
    <>
      {page.offers.filter(isAtStep).map((offer) => {
        const about = offer.about.filter((entry) => entry.traceId === traceId);
        return (
          about.length > 0 && (
            <Button
              key={offer.action}
              type="link"
              size="small"
              icon={icons[offer.action]}
              onClick={() => setOpenOffer({ ...offer, about })}
            >
              {offer.name}
            </Button>
          )
        );
      })}
      {openOffer !== undefined && (
        <OfferDialog
          offer={openOffer}
          order={page.order}
          onDone={() => {
            setOpenOffer(undefined);
            onReload();
          }}
          onClose={() => setOpenOffer(undefined)}
          onLoadFailed={() => setOpenOffer(undefined)}
        />
      )}
    </>
  );
}
