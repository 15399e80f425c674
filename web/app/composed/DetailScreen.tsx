import { HandlerBar, type HandlerBarProps, hasHandlerBar } from '#web/features/handling/HandlerBar.tsx';
import { PanelOffer } from '#web/features/handling/PanelOffer.tsx';
import { StepOffer } from '#web/features/handling/StepOffer.tsx';
import { MessageButton } from '#web/features/messages/MessageButton.tsx';
import { CommonOpinionPopover } from '#web/features/opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '#web/features/opinions/OpinionChips.tsx';
import { PetitionHistoryButton } from '#web/features/petition-history/PetitionHistoryButton.tsx';
import { ProcessPicture } from '#web/features/processes/ProcessPicture.tsx';
import { UrgeDialog } from '#web/features/urge/UrgeDialog.tsx';
import type { DetailSlots } from '#web/features/work-orders/detail-slots.ts';
import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';

const commonOpinions = { Chips: OpinionChips, Popover: CommonOpinionPopover };

function ComposedBar(props: Omit<HandlerBarProps, 'commonOpinions' | 'UrgeDialog'>) {
  return <HandlerBar {...props} commonOpinions={commonOpinions} UrgeDialog={UrgeDialog} />;
}

/** Parts of the detail page that come from other capabilities. */
export const slots: DetailSlots = {
  HandlerBar: ComposedBar,
  hasHandlerBar,
  StepOffer,
  PanelOffer,
  MessageButton,
  ProcessPicture,
  PetitionHistory: PetitionHistoryButton,
};

/** Shows the detail page, composed from the capabilities that contribute to it. */
export function DetailScreen() {
  return <OrderDetailPage slots={slots} />;
}
