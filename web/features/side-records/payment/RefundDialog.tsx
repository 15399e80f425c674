import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { orderPayments, type PaymentView } from '#contract/payment-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { RefundReason, refundReasonLabel } from '#domain/enumerations/payment.ts';
import { paymentLimits } from '#domain/payments/limits.ts';
import { formatYuan, parseYuan, plainYuan } from '#domain/payments/money.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import styles from '../base/side-records.module.css';
import { useRecordCommand } from '../base/use-record-command.ts';

/** Shows 退款: which payment, how much of what is left, why, and whether it is only recorded. */
export function RefundDialog(props: RecordDialogProps) {
  const { order, offer } = props;
  const params = { workorderCode: order.code, recordId: String(offer.recordId ?? 0) };
  const payment = useQuery(queryOf(orderPayments.read, { params }));
  const view = payment.data as PaymentView | undefined;
  const tries = view?.tries.filter(({ left }) => left > 0) ?? [];
  const [tryId, setTryId] = useState<string>();
  const [amount, setAmount] = useState<string>();
  const [reason, setReason] = useState<RefundReason>(RefundReason.business);
  const [note, setNote] = useState('');
  const [isOutside, setIsOutside] = useState(false);
  const command = useRecordCommand(sideRecords.payment, props);
  const { problems, clearProblem } = command;
  const chosen = tries.find(({ id }) => id === tryId) ?? tries[0];
  const typed = amount ?? (chosen ? plainYuan(chosen.left) : '');
  const parsed = parseYuan(typed);

  const submit = () => {
    if (!chosen) return;
    const body = { tryId: chosen.id, amount: typed, believedLeft: chosen.left, reason, note, isOutside };
    return command.send({ command: 'refund', ...body }, [
      'problem' in parsed && ['amount', parsed.problem],
      !isOutside && chosen.refundProblem !== '' && ['isOutside', chosen.refundProblem],
    ]);
  };
  const problemOfOutside = problems.isOutside ?? problems.believedLeft ?? problems.tryId;

  return (
    <RecordCommandDialog
      {...props}
      values={[tryId, amount, reason, note, isOutside]}
      running={command.running}
      disabled={!chosen}
      onSubmit={submit}
    >
      {payment.isError && (
        <FailureState compact failure={payment.error} onRetry={() => void payment.refetch()} />
      )}
      {payment.isPending && <SkeletonRows rows={3} />}
      {view && !chosen && <p>没有可以退还的款项。</p>}
      {chosen && (
        <Form layout="vertical" component={false}>
          {tries.length > 1 && (
            <Form.Item label="交易" htmlFor="refund-try">
              <Select
                id="refund-try"
                value={chosen.id}
                options={tries.map(({ id, outNo, left }) => ({
                  value: id,
                  label: `${outNo}，可退 ${formatYuan(left)} 元`,
                }))}
                onChange={(id: string) => {
                  setTryId(id);
                  setAmount(undefined);
                }}
              />
            </Form.Item>
          )}
          <Form.Item
            label={`退款金额（元），可退 ${formatYuan(chosen.left)} 元`}
            htmlFor="refund-amount"
            required
            validateStatus={problems.amount && 'error'}
            help={problems.amount}
          >
            <Input
              id="refund-amount"
              aria-required
              inputMode="decimal"
              maxLength={16}
              value={typed}
              onChange={({ target }) => {
                setAmount(target.value);
                clearProblem('amount');
              }}
            />
          </Form.Item>
          <Form.Item
            label="退款原因"
            required
            validateStatus={problems.reason && 'error'}
            help={problems.reason}
          >
            <Radio.Group
              aria-label="退款原因"
              className={styles.choices}
              value={reason}
              options={Object.values(RefundReason).map((value) => ({
                value,
                label: refundReasonLabel[value],
              }))}
              onChange={({ target }) => setReason(target.value as RefundReason)}
            />
          </Form.Item>
          <CountedText
            label="退款说明"
            required
            rows={2}
            max={paymentLimits.reasonLength}
            problem={problems.note}
            value={note}
            onChange={(text) => {
              setNote(text);
              clearProblem('note');
            }}
          />
          <Form.Item
            validateStatus={problemOfOutside && 'error'}
            help={problemOfOutside ?? (chosen.refundProblem || '不勾选时由缴费渠道退回付款账户')}
          >
            <Checkbox
              checked={isOutside}
              onChange={({ target }) => {
                setIsOutside(target.checked);
                clearProblem('isOutside');
              }}
            >
              已在渠道外退款，只作登记
            </Checkbox>
          </Form.Item>
        </Form>
      )}
    </RecordCommandDialog>
  );
}
