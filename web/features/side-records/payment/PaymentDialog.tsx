import { Form } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { OrderPaymentDialog } from './OrderPaymentDialog.tsx';
import { PayDialog } from './PayDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';

/** Shows the dialog of each command on a payment: 开具缴款书, 缴费, 撤销缴款书 and 退款. */
export function PaymentDialog(props: RecordDialogProps) {
  const { command } = props.offer;
  if (command === 'order') return <OrderPaymentDialog {...props} />;
  if (command === 'pay') return <PayDialog {...props} />;
  return command === 'refund' ? <RefundDialog {...props} /> : <RevokeDialog {...props} />;
}

function RevokeDialog(props: RecordDialogProps) {
  const [reason, setReason] = useState('');
  const command = useRecordCommand(sideRecords.payment, props);
  return (
    <RecordCommandDialog
      {...props}
      values={[reason]}
      running={command.running}
      onSubmit={() => command.send({ command: 'revoke', reason })}
    >
      <p>先在缴费渠道关闭二维码，再撤销缴款书。撤销后到账的款项自动退回付款账户。</p>
      <Form layout="vertical" component={false}>
        <CountedText
          label="撤销原因"
          required
          rows={3}
          max={maxReasonLength}
          problem={command.problems.reason}
          value={reason}
          onChange={(text) => {
            setReason(text);
            command.clearProblem('reason');
          }}
        />
      </Form>
    </RecordCommandDialog>
  );
}
