import { type ComponentProps, lazy, Suspense } from 'react';
import { HandlerBar, type HandlerBarProps, hasHandlerBar } from '#web/features/handling/HandlerBar.tsx';
import { PanelOffer } from '#web/features/handling/PanelOffer.tsx';
import { StepOffer } from '#web/features/handling/StepOffer.tsx';
import { MessageButton } from '#web/features/messages/MessageButton.tsx';
import { CommonOpinionPopover } from '#web/features/opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '#web/features/opinions/OpinionChips.tsx';
import { PetitionHistoryButton } from '#web/features/petition-history/PetitionHistoryButton.tsx';
import type { DetailSlots } from '#web/features/work-orders/detail-slots.ts';
import { OrderDetailPage } from '#web/features/work-orders/OrderDetailPage.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import { UrgeDialog } from './urge-dialogs.tsx';

/** The diagram; its code is loaded when a person opens it. */
const LazyProcessDiagram = lazy(() =>
  retryablePart(
    async () => (await import('#web/features/processes/PublishedProcessDiagram.tsx')).PublishedProcessDiagram,
  ),
);

const commonOpinions = { Chips: OpinionChips, Popover: CommonOpinionPopover };

function ComposedHandlerBar(props: Omit<HandlerBarProps, 'commonOpinions' | 'UrgeDialog' | 'RecordDialog'>) {
  return (
    <HandlerBar
      {...props}
      commonOpinions={commonOpinions}
      UrgeDialog={UrgeDialog}
      RecordDialog={RecordDialog}
    />
  );
}

/** The side records; their code is loaded with the first order that has any. */
const LazySideRecords = lazy(() =>
  retryablePart(async () => (await import('#web/features/side-records/RecordsPart.tsx')).RecordsPart),
);
const LazyEarlierRecords = lazy(() =>
  retryablePart(async () => (await import('#web/features/side-records/EarlierRecords.tsx')).EarlierRecords),
);
const LazyRecordDialog = lazyPart(
  async () => (await import('#web/features/side-records/RecordDialog.tsx')).RecordDialog,
);

function SideRecords(props: ComponentProps<DetailSlots['SideRecords']>) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <LazySideRecords {...props} />
    </Suspense>
  );
}

function EarlierRecords(props: ComponentProps<DetailSlots['EarlierRecords']>) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <LazyEarlierRecords {...props} />
    </Suspense>
  );
}

function RecordDialog(props: ComponentProps<HandlerBarProps['RecordDialog']>) {
  return <LazyRecordDialog {...props} onLoadFailed={props.onClose} />;
}

function ProcessDiagram(props: ComponentProps<DetailSlots['ProcessDiagram']>) {
  return (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <LazyProcessDiagram {...props} />
    </Suspense>
  );
}

/** Parts of the detail page that come from other capabilities. */
export const slots: DetailSlots = {
  HandlerBar: ComposedHandlerBar,
  hasHandlerBar,
  StepOffer,
  PanelOffer,
  MessageButton,
  SideRecords,
  EarlierRecords,
  ProcessDiagram: ProcessDiagram,
  PetitionHistory: PetitionHistoryButton,
};

/** Shows the detail page, composed from the capabilities that contribute to it. */
export function DetailScreen() {
  return <OrderDetailPage slots={slots} />;
}
