import { Form, Radio } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { SuspensionGround, suspensionGroundLabel } from '#domain/records/suspension.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import styles from '../base/side-records.module.css';
import { useRecordCommand } from '../base/use-record-command.ts';

/** Shows 中止, which asks for ground and reason, and 恢复办理, which asks for the reason. */
export function SuspensionDialog(props: RecordDialogProps) {
  const { offer } = props;
  const [ground, setGround] = useState<SuspensionGround>();
  const [reason, setReason] = useState('');
  const command = useRecordCommand(sideRecords.suspension, props);
  const { problems, clearProblem } = command;
  const suspends = offer.command === 'suspend';

  const submit = () =>
    suspends
      ? command.send({ command: 'suspend', ground: ground as SuspensionGround, reason }, [
          ground === undefined && ['ground', '请选择中止情形'],
          reason.trim() === '' && ['reason', '请填写中止原因'],
        ])
      : command.send({ command: 'resume', reason });

  return (
    <RecordCommandDialog {...props} values={[ground, reason]} running={command.running} onSubmit={submit}>
      <p>
        {suspends
          ? `“${offer.nodeName}”环节停止办理，环节时限和全程时限同时停止计时，恢复后继续。`
          : '恢复办理后，时限从今天起继续计算，中止的时间不计入。'}
      </p>
      <Form layout="vertical" component={false}>
        {suspends && (
          <Form.Item
            label="中止情形"
            required
            validateStatus={problems.ground && 'error'}
            help={problems.ground}
          >
            <Radio.Group
              aria-label="中止情形"
              className={styles.choices}
              value={ground}
              options={Object.values(SuspensionGround).map((value) => ({
                value,
                label: suspensionGroundLabel[value],
              }))}
              onChange={({ target }) => {
                setGround(target.value as SuspensionGround);
                clearProblem('ground');
              }}
            />
          </Form.Item>
        )}
        <CountedText
          label={suspends ? '中止原因' : '恢复原因'}
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
