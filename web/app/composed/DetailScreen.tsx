import { HandlerBar, type HandlerBarProps, hasHandlerBar } from '#web/features/handling/HandlerBar.tsx';
import { PanelOffer } from '#web/features/handling/PanelOffer.tsx';
import { StepOffer } from '#web/features/handling/StepOffer.tsx';
import { MessageButton } from '#web/features/messages/MessageButton.tsx';
import { CommonOpinionPopover } from '#web/features/opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '#web/features/opinions/OpinionChips.tsx';
import { ProcessPicture } from '#web/features/processes/ProcessPicture.tsx';
import type { DetailSlots } from '#web/features/work-orders/detail-slots.ts';
import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';

const commonOpinions = { Chips: OpinionChips, Popover: CommonOpinionPopover };

function BarWithOpinions(props: Omit<HandlerBarProps, 'commonOpinions'>) {
  return <HandlerBar {...props} commonOpinions={commonOpinions} />;
}

/** Parts of the detail page that come from handling, opinions, messages and processes. */
export const slots: DetailSlots = {
  HandlerBar: BarWithOpinions,
  hasHandlerBar,
  StepOffer,
  PanelOffer,
  MessageButton,
  ProcessPicture,
};

/** The detail page put together from the capabilities that have a part in it. */
export function DetailScreen() {
  return <OrderDetailPage slots={slots} />;
}
