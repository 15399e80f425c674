import { Form } from 'antd';
import { useState } from 'react';
import type { OrderOffer, WorkOrderPage } from '#contract/work-orders.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { OutcomeRows } from '#web/toolkit/confirm/OutcomeRows.tsx';
import { PreviewFailure } from '#web/toolkit/confirm/PreviewFailure.tsx';
import { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { type Problems, useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './handling.module.css';
import { type NamedHandler, OneHandlerField } from './OneHandlerField.tsx';
import { TaskChoice } from './TaskChoice.tsx';
import { type PlainOffer, useOffer } from './use-offer.ts';
import { useReason } from './use-reason.ts';

/**
 * Asks for confirmation before an offered action is performed: shows the effect, and asks for the task
 * if there are several,
 * for the handler if needed, and for the reason. Shows the server's validation problems at the fields.
 */
export function OfferDialog(props: {
  offer: OrderOffer;
  order: Pick<WorkOrderPage['order'], 'id' | 'code' | 'title'>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { offer, order, onDone, onClose } = props;
  const { name, about } = offer;
  const [traceId, setTraceId] = useState(about[0]?.traceId ?? null);
  const [handler, setHandler] = useState<NamedHandler>();
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const reason = useReason({ problems, clearProblem });
  const action = offer.action as PlainOffer;
  const { send, running } = useOffer(action, order.code);
  const feedback = useFeedback();
  const needsHandler = offer.action === 'reassign';
  const preview = useActionPreview(
    {
      workorderId: order.id,
      offer: action,
      ...(traceId !== null && { traceId }),
      candidate: handler?.key ?? '',
    },
    !running && (!needsHandler || handler !== undefined),
  );
  const outcome = preview.data?.outcome ?? null;
  const subject = about.find((entry) => entry.traceId === traceId) ?? about[0];

  const submit = async () => {
    const missing: Problems = {
      ...(needsHandler && handler === undefined && { candidate: `请选择${name}人员` }),
      ...(offer.reason === 'required' && isBlank(reason.value) && { reason: `请填写${name}原因` }),
    };
    showProblems(missing);
    if (reason.isTooLong || Object.keys(missing).length > 0) return;
    const outcome = await send({ traceId, reason: reason.value, candidate: handler?.key ?? '' });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(outcome.data.message);
      return onDone();
    }
    applyServerProblems(outcome.failure, ({ field, message }) =>
      field === 'candidate' || field === 'reason' ? { [field]: message } : {},
    );
  };

  return (
    <ConfirmDialog
      action={name}
      code={order.code}
      subject={order.title}
      hasTextField={offer.reason !== 'none'}
      submitting={running}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      <TaskChoice offer={offer} traceId={traceId} onChange={setTraceId} />
      <p>{subject?.question}</p>
      {preview.isError && <PreviewFailure preview={preview} />}
      {outcome !== null && <OutcomeRows outcome={outcome} />}
      {(needsHandler || offer.reason !== 'none') && (
        <Form layout="vertical" component={false} className={styles.offerForm}>
          {needsHandler && (
            <OneHandlerField
              label={`${name}人员`}
              traceId={traceId ?? undefined}
              value={handler}
              problem={problems.candidate}
              onChange={(newHandler) => {
                setHandler(newHandler);
                clearProblem('candidate');
              }}
            />
          )}
          {offer.reason !== 'none' && (
            <CountedText
              label={`${name}原因`}
              required={offer.reason === 'required'}
              rows={3}
              {...reason.field}
            />
          )}
        </Form>
      )}
    </ConfirmDialog>
  );
}
