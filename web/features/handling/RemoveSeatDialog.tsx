import { Form } from 'antd';
import { askingOthers } from '#contract/asking-others.ts';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { OutcomeRows } from '#web/toolkit/confirm/OutcomeRows.tsx';
import { PreviewFailure } from '#web/toolkit/confirm/PreviewFailure.tsx';
import { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useReason } from './use-reason.ts';

/**
 * Asks whether to remove a person who was asked and has not answered (减签), and shows the consequences first.
 */
export function RemoveSeatDialog(props: {
  order: Pick<WorkOrderPage['order'], 'id' | 'code' | 'title'>;
  panel: PanelView;
  seat: SeatRow;
  onDone: () => void;
  onClose: () => void;
}) {
  const { order, panel, seat, onDone, onClose } = props;
  const { id: panelId, traceId } = panel;
  const { problems, clearProblem, applyServerProblems } = useProblems();
  const reason = useReason({ problems, clearProblem });
  const { run, running } = useAction(askingOthers.removeSigner);
  const feedback = useFeedback();
  const seatReference = { traceId, panelId, seat: seat.seat };
  const preview = useActionPreview(
    { ...seatReference, workorderId: order.id, offer: 'removeSigner' },
    !running,
  );
  const outcome = preview.data?.outcome ?? null;

  const submit = async () => {
    if (reason.isTooLong) return;
    const outcome = await run({ body: { ...seatReference, reason: reason.value } });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(outcome.data.message);
      return onDone();
    }
    applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
  };

  const isLast =
    panel.seats.filter(({ state, seat: otherSeat }) => state !== 'removed' && otherSeat !== seat.seat)
      .length === 0;
  return (
    <ConfirmDialog
      action="减签"
      code={order.code}
      subject={order.title}
      hasTextField
      submitting={running}
      disabled={preview.isError}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      <p>
        减签后，{seat.handlerName}无需再答复
        {isLast ? '；这是最后一席，减签后不再请他人办理。' : '，不计入结果。'}
      </p>
      {preview.isPending && <SkeletonRows rows={3} />}
      {preview.isError && <PreviewFailure preview={preview} />}
      {outcome !== null && <OutcomeRows outcome={outcome} />}
      <Form layout="vertical" component={false}>
        <CountedText label="减签原因" rows={2} placeholder="选填，写入办理轨迹" {...reason.field} />
      </Form>
    </ConfirmDialog>
  );
}
