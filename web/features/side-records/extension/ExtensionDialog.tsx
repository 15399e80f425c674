import { useQueryClient } from '@tanstack/react-query';
import { Form, InputNumber } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';

/** Shows 申请延期 and 批准延期, which ask for days and reason, and the answers to a request. */
export function ExtensionDialog(props: RecordDialogProps) {
  const { offer, order } = props;
  const [days, setDays] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const command = useRecordCommand(sideRecords.extension, props);
  const { problems, clearProblem } = command;
  const opens = offer.command === 'request' || offer.command === 'grant';

  const submit = async () => {
    if (offer.command === 'approve' || offer.command === 'refuse')
      return command.send({ command: offer.command, reason });
    const { records } = await client.fetchQuery(
      queryOf(sideRecords.list, { params: { workorderCode: order.code } }),
    );
    const granted = records.filter(
      ({ kind, state }) => kind === RecordKind.extension && state === 'granted',
    ).length;
    return command.send(
      { command: offer.command === 'grant' ? 'grant' : 'request', days: days ?? 0, reason, granted },
      [days === null && ['days', '请填写延长天数'], reason.trim() === '' && ['reason', '请填写延期原因']],
    );
  };

  return (
    <RecordCommandDialog {...props} values={[days, reason]} running={command.running} onSubmit={submit}>
      <p>
        {offer.command === 'refuse'
          ? '不同意后，办件的到期日不变。'
          : '延长的是全程时限，按原时限的单位（如工作日）加在原时限上；环节时限不变。批准后告知申请人。'}
      </p>
      <Form layout="vertical" component={false}>
        {opens && (
          <Form.Item
            label="延长天数"
            htmlFor="extension-days"
            required
            validateStatus={problems.days && 'error'}
            help={problems.days}
          >
            <InputNumber
              id="extension-days"
              aria-required
              min={0}
              precision={0}
              value={days}
              onChange={(value) => {
                setDays(value);
                clearProblem('days');
              }}
            />
          </Form.Item>
        )}
        {offer.command !== 'approve' && (
          <CountedText
            label={offer.command === 'refuse' ? '不同意的原因' : '延期原因'}
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
