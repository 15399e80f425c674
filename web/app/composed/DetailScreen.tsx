import { HandlerBar, type HandlerBarProps, hasHandlerBar } from '#web/features/handling/HandlerBar.tsx';
import { StepOffer } from '#web/features/handling/StepOffer.tsx';
import { CommonOpinionPopover } from '#web/features/opinions/CommonOpinionPopover.tsx';
import { ProcessPicture } from '#web/features/processes/ProcessPicture.tsx';
import type { DetailSlots } from '#web/features/work-orders/detail/detail-slots.ts';
import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';

function BarWithOpinions(props: Omit<HandlerBarProps, 'CommonOpinions'>) {
  return <HandlerBar {...props} CommonOpinions={CommonOpinionPopover} />;
}

/** What handling, opinions and processes bring to the detail page. */
export const slots: DetailSlots = { HandlerBar: BarWithOpinions, hasHandlerBar, StepOffer, ProcessPicture };

/** The detail page put together from the capabilities that have a part in it. */
export function DetailScreen() {
  return <OrderDetailPage slots={slots} />;
}
