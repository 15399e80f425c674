import { Button, Form } from 'antd';
import { useState } from 'react';
import { type PaymentDayRow, paymentReconciliation } from '#contract/payment-reconciliation.ts';
import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { comparisonKindLabel } from '#domain/payments/reconcile.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { DayInput } from '#web/toolkit/days/DayInput.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/** Puts a difference off until a day, or settles it; both need an explanation. */
export function DifferenceDialog(props: {
  kind: 'hold' | 'settle';
  row: PaymentDayRow;
  onClose: () => void;
}) {
  const { kind, row, onClose } = props;
  const [until, setUntil] = useState(addDays(localDateOf(new Date()), 3));
  const [note, setNote] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const hold = useReportedMutation(paymentReconciliation.hold);
  const settle = useReportedMutation(paymentReconciliation.settle);
  const title = kind === 'hold' ? '挂起差异' : '了结差异';
  const submit = async () => {
    setIsChecked(true);
    if (isBlank(note) || (kind === 'hold' && !until)) return;
    const params = { id: row.id };
    const done =
      kind === 'hold'
        ? await hold.mutation({ params, body: { until, note } }, '已挂起')
        : await settle.mutation({ params, body: { note } }, '已了结');
    if (done) onClose();
  };
  return (
    <EditingModal
      open
      title={title}
      width={480}
      unsaved={() => note !== ''}
      onCancel={onClose}
      footer={[
        <CancelButton key="cancel" />,
        <Button
          key="ok"
          type="primary"
          loading={hold.running || settle.running}
          onClick={() => void submit()}
        >
          确认{kind === 'hold' ? '挂起' : '了结'}
        </Button>,
      ]}
    >
      <p>
        {comparisonKindLabel[row.kind]}：{row.outNo}
      </p>
      <Form layout="vertical" component={false}>
        {kind === 'hold' && (
          <Form.Item label="挂起到" required validateStatus={isChecked && !until ? 'error' : ''}>
            <DayInput aria-label="挂起到" value={until} onChange={setUntil} />
          </Form.Item>
        )}
        <CountedText
          label="处理说明"
          required
          rows={3}
          max={paymentLimits.reasonLength}
          problem={isChecked && isBlank(note) ? '请填写处理说明' : undefined}
          value={note}
          onChange={setNote}
        />
      </Form>
    </EditingModal>
  );
}
