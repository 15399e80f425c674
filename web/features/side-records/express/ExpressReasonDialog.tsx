import { Form } from 'antd';
import { useState } from 'react';
import { expressRecords } from '#contract/express-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { DayInput } from '#web/toolkit/days/DayInput.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';

/** Shows 登记签收, which asks when the item arrived and who took it, and 取消寄送, which asks for the reason. */
export function ExpressReasonDialog(props: RecordDialogProps) {
  const isReceipt = props.offer.command === 'receive';
  const [time, setTime] = useState(() => minuteText(new Date()));
  const [reason, setReason] = useState('');
  const command = useRecordCommand(expressRecords.command, props);
  const { problems, clearProblem } = command;
  const submit = () => {
    if (!isReceipt) return command.send({ command: 'cancel', reason });
    const at = new Date(`${time.replace(' ', 'T')}:00+08:00`);
    const isTime = !Number.isNaN(at.getTime());
    return command.send({ command: 'receive', at: isTime ? at.toISOString() : '', reason }, [
      !isTime && ['at', '请填写签收时间，例如 2026-12-02 10:26'],
      reason.trim() === '' && ['reason', '请填写签收情况'],
    ]);
  };
  return (
    <RecordCommandDialog {...props} values={[time, reason]} running={command.running} onSubmit={submit}>
      <p>
        {isReceipt
          ? '快递公司没有返回轨迹，或者邮件已在窗口收到时使用；登记的时间作为送达时间。'
          : '取消后不再查询物流。快递公司已经揽收的，请另行联系快递公司。'}
      </p>
      <Form layout="vertical" component={false}>
        {isReceipt && (
          <Form.Item
            label="签收时间"
            htmlFor="express-at"
            required
            validateStatus={problems.at && 'error'}
            help={problems.at}
          >
            <DayInput
              id="express-at"
              aria-required
              withTime
              value={time}
              onChange={(value) => {
                setTime(value);
                clearProblem('at');
              }}
            />
          </Form.Item>
        )}
        <CountedText
          label={isReceipt ? '签收情况' : '取消原因'}
          placeholder={isReceipt ? '例如：本人签收、窗口签收' : ''}
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
      </Form>
    </RecordCommandDialog>
  );
}
