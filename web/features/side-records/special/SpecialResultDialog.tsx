import { Form, Input } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { specialTypeLabel } from '#domain/enumerations/special-type.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { maxConclusionLength, type SpecialData } from '#domain/records/special.ts';
import { SpecialClock } from '#domain/records/special-settings.ts';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { useAttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';
import { DayInput } from '#web/toolkit/days/DayInput.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';

/** Shows 登记特别程序结果: conclusion, account, the day on which it was received, and its papers. */
export function SpecialResultDialog(props: RecordDialogProps) {
  const data = props.record?.data as unknown as SpecialData | undefined;
  const today = localDateOf(new Date());
  const [conclusion, setConclusion] = useState('');
  const [result, setResult] = useState('');
  const [receivedOn, setReceivedOn] = useState(today);
  const files = useAttachedFiles(`special.${props.order.id}.${props.offer.recordId}`);
  const onDone = () => {
    files.clear();
    props.onDone();
  };
  const command = useRecordCommand(sideRecords.special, { ...props, onDone });
  const { problems, clearProblem } = command;

  const submit = () =>
    command.send({
      command: 'finish',
      conclusion,
      result,
      receivedOn,
      fileList: files.list.map(({ id }) => ({ id })),
    });

  return (
    <RecordCommandDialog
      {...props}
      hasChoices
      values={[conclusion, result, receivedOn]}
      running={command.running}
      disabled={files.busy}
      onSubmit={submit}
    >
      {data && (
        <p>
          {specialTypeLabel[data.type]}
          {data.clock === SpecialClock.stops
            ? '完成后时限继续计算：自收到结果的次日起计。'
            : '完成后环节可以继续办理。'}
        </p>
      )}
      <Form layout="vertical" component={false}>
        <Form.Item
          label="结论"
          htmlFor="special-conclusion"
          required
          validateStatus={problems.conclusion && 'error'}
          help={problems.conclusion}
        >
          <Input
            id="special-conclusion"
            aria-required
            maxLength={maxConclusionLength}
            placeholder="例如 合格"
            value={conclusion}
            onChange={({ target }) => {
              setConclusion(target.value);
              clearProblem('conclusion');
            }}
          />
        </Form.Item>
        <CountedText
          label="结果说明"
          required
          rows={3}
          max={maxReasonLength}
          problem={problems.result}
          value={result}
          onChange={(text) => {
            setResult(text);
            clearProblem('result');
          }}
        />
        <Form.Item
          label="收到结果的日期"
          htmlFor="special-received"
          required
          validateStatus={problems.receivedOn && 'error'}
          help={problems.receivedOn}
        >
          <DayInput
            id="special-received"
            aria-required
            value={receivedOn}
            isDisabled={(day) => day > today}
            isInvalid={problems.receivedOn !== undefined}
            onChange={(day) => {
              setReceivedOn(day);
              clearProblem('receivedOn');
            }}
          />
        </Form.Item>
        <Form.Item label="结果材料" validateStatus={problems.fileList && 'error'} help={problems.fileList}>
          <Attachments files={files} disabled={command.running} />
        </Form.Item>
      </Form>
    </RecordCommandDialog>
  );
}
