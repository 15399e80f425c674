import { Form, InputNumber } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { limitUnitLabel, timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { specialTypeLabel } from '#domain/enumerations/special-type.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import type { SpecialData } from '#domain/records/special.ts';
import { specialClockLabel } from '#domain/records/special-settings.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import styles from '../base/side-records.module.css';
import { useRecordCommand } from '../base/use-record-command.ts';

const reasonLabel: Readonly<Record<string, string>> = {
  refuse: '不同意的原因',
  withdraw: '撤回原因',
  prolong: '延长的原因',
};

/** Shows the confirmation of a special procedure, its refusal, its withdrawal and its extension. */
export function SpecialReasonDialog(props: RecordDialogProps) {
  const { command: name } = props.offer;
  const data = props.record?.data as unknown as SpecialData | undefined;
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const command = useRecordCommand(sideRecords.special, props);
  const { problems, clearProblem } = command;
  const label = reasonLabel[name];

  const submit = () => {
    if (name === 'confirm') return command.send({ command: 'confirm' });
    if (name === 'prolong')
      return command.send({ command: 'prolong', amount: amount ?? 0, reason }, [
        amount === null && ['amount', '请填写延长的天数'],
        reason.trim() === '' && ['reason', `请填写${label}`],
      ]);
    return command.send({ command: name === 'refuse' ? 'refuse' : 'withdraw', reason });
  };

  return (
    <RecordCommandDialog {...props} values={[amount, reason]} running={command.running} onSubmit={submit}>
      {data && (
        <p>
          {specialTypeLabel[data.type]}，期限 {timeLimitText(data.limit)}，{specialClockLabel[data.clock]}。
          {name === 'confirm' && '确认后从今天开始，并告知申请人。'}
        </p>
      )}
      {name === 'confirm' && data && <p className={styles.note}>原因：{data.reason}</p>}
      <Form layout="vertical" component={false}>
        {name === 'prolong' && data && (
          <Form.Item
            label={`延长（${limitUnitLabel[data.limit.unit]}）`}
            htmlFor="special-more"
            required
            validateStatus={problems.amount && 'error'}
            help={problems.amount}
          >
            <InputNumber
              id="special-more"
              aria-required
              min={0}
              precision={0}
              value={amount}
              onChange={(value) => {
                setAmount(value);
                clearProblem('amount');
              }}
            />
          </Form.Item>
        )}
        {label !== undefined && (
          <CountedText
            label={label}
            required
            rows={3}
            max={maxReasonLength}
            problem={problems.reason}
            value={reason}
            onChange={(text) => {
              setReason(text);
              clearProblem('reason');
            }}
          />
        )}
      </Form>
    </RecordCommandDialog>
  );
}
