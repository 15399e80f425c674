import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { localInputTime } from '#domain/calendar/local-date.ts';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { useVerdicts, Verdicts } from './Verdicts.tsx';

/** Shows 录入线下补正: when the papers arrived at the window, and the verdict on each. */
export function ReceiveForm(props: RecordDialogProps) {
  const { record } = props;
  const { papers } = (record?.data ?? { papers: [] }) as unknown as CorrectionData;
  const verdicts = useVerdicts(papers, true);
  const [acceptsIncomplete, setAcceptsIncomplete] = useState(false);
  const [receivedAt, setReceivedAt] = useState(() => localInputTime(new Date()));
  const [remark, setRemark] = useState('');
  const command = useRecordCommand(sideRecords.correction, props);
  const { problems, clearProblem } = command;
  const { chosen, failed, sent, missing } = verdicts;

  const submit = () => {
    const at = new Date(`${receivedAt}:00+08:00`);
    const isTime = !Number.isNaN(at.getTime());
    return command.send(
      {
        command: 'receive',
        receivedAt: isTime ? at.toISOString() : '',
        verdicts: sent,
        acceptsIncomplete,
        remark,
      },
      [...missing, !isTime && ['receivedAt', '请填写收到时间']],
    );
  };

  return (
    <RecordCommandDialog
      {...props}
      values={[chosen, acceptsIncomplete, receivedAt, remark]}
      running={command.running}
      hasChoices
      onSubmit={submit}
    >
      <Form layout="vertical" component={false}>
        <Form.Item
          label="收到时间"
          htmlFor="correction-received"
          required
          validateStatus={problems.receivedAt && 'error'}
          help={problems.receivedAt ?? '时限从收到材料的时间起接着计算'}
        >
          <Input
            id="correction-received"
            aria-required
            type="datetime-local"
            value={receivedAt}
            onChange={({ target }) => {
              setReceivedAt(target.value);
              clearProblem('receivedAt');
            }}
          />
        </Form.Item>
        <Verdicts papers={papers} verdicts={verdicts} problems={problems} clearProblem={clearProblem} />
        {failed > 0 && (
          <Form.Item validateStatus={problems.acceptsIncomplete && 'error'} help={problems.acceptsIncomplete}>
            <Checkbox
              checked={acceptsIncomplete}
              onChange={({ target }) => {
                setAcceptsIncomplete(target.checked);
                clearProblem('acceptsIncomplete');
              }}
            >
              有 {failed} 份不合格，按现有材料继续办理
            </Checkbox>
          </Form.Item>
        )}
        <CountedText
          label="说明"
          rows={2}
          placeholder="选填"
          max={maxOpinionLength}
          problem={problems.remark}
          value={remark}
          onChange={(text) => {
            setRemark(text);
            clearProblem('remark');
          }}
        />
      </Form>
    </RecordCommandDialog>
  );
}
