import { useQuery } from '@tanstack/react-query';
import { Form, Radio } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { supervision } from '#contract/supervision.ts';
import { DelayCause, delayCauseLabel, letterLimits } from '#domain/records/supervision.ts';
import { queryOf } from '#web/api/query-of.ts';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { useAttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';
import { DayInput } from '#web/toolkit/days/DayInput.tsx';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';
import { AnswerDays, LetterFields, missingFields, newLetter, type WrittenLetter } from './LetterFields.tsx';
import styles from './supervision.module.css';

/** Shows the dialog of each command on a supervision letter (督办单). */
export function SupervisionDialog(props: RecordDialogProps) {
  switch (props.offer.command) {
    case 'open':
      return <OpenLetter {...props} />;
    case 'answer':
      return <AnswerLetter {...props} />;
    default:
      return <SettleLetter {...props} />;
  }
}

function OpenLetter(props: RecordDialogProps) {
  const proposal = useQuery({
    ...queryOf(supervision.proposal, { params: { workorderCode: props.order.code } }),
    gcTime: 0,
  });
  // Without the proposal the letter is written from nothing.
  if (!proposal.data && !proposal.isError)
    return (
      <RecordCommandDialog {...props} values={[]} running={false} disabled onSubmit={() => undefined}>
        <SkeletonRows rows={4} />
      </RecordCommandDialog>
    );
  const { reasons = [], ...proposed } = proposal.data ?? {};
  return <WriteLetter {...props} proposed={proposed} reasons={reasons} />;
}

function WriteLetter({
  proposed,
  reasons,
  ...props
}: RecordDialogProps & { proposed: Partial<WrittenLetter>; reasons: readonly string[] }) {
  const [letter, setLetter] = useState<WrittenLetter>({ ...newLetter, ...proposed });
  const command = useRecordCommand(sideRecords.supervision, props);
  return (
    <RecordCommandDialog
      {...props}
      values={Object.values(letter)}
      running={command.running}
      hasChoices
      onSubmit={() =>
        command.send(
          { command: 'open', ...letter, grounds: [...letter.grounds], answerDays: letter.answerDays ?? 0 },
          missingFields(letter),
        )
      }
    >
      {reasons.length > 0 && <p className={styles.proposal}>系统建议：{reasons.join('；')}。可以修改。</p>}
      <p>督办单的答复被认可或者免予答复之前，本件不能办结。</p>
      <LetterFields
        letter={letter}
        problems={command.problems}
        onChange={(change) => {
          setLetter({ ...letter, ...change });
          for (const name of Object.keys(change)) command.clearProblem(name);
        }}
      />
    </RecordCommandDialog>
  );
}

function AnswerLetter(props: RecordDialogProps) {
  const [cause, setCause] = useState<DelayCause>();
  const [text, setText] = useState('');
  const [promisedOn, setPromisedOn] = useState('');
  const files = useAttachedFiles(`supervision.${props.order.id}`);
  const command = useRecordCommand(sideRecords.supervision, {
    ...props,
    onDone: () => {
      files.clear();
      props.onDone();
    },
  });
  const { problems, clearProblem } = command;
  return (
    <RecordCommandDialog
      {...props}
      values={[cause, text, promisedOn]}
      running={command.running}
      disabled={files.busy}
      hasChoices
      onSubmit={() =>
        command.send(
          {
            command: 'answer',
            cause: cause ?? DelayCause.other,
            text,
            promisedOn,
            fileList: files.list.map(({ id }) => ({ id })),
          },
          [
            cause === undefined && ['cause', '请选择超期原因'],
            text.trim() === '' && ['text', '请填写整改情况'],
            promisedOn === '' && ['promisedOn', '请选择承诺办成的日期'],
          ],
        )
      }
    >
      <Form layout="vertical" component={false}>
        <Form.Item label="超期原因" required validateStatus={problems.cause && 'error'} help={problems.cause}>
          <Radio.Group
            aria-label="超期原因"
            value={cause}
            options={Object.values(DelayCause).map((value) => ({ value, label: delayCauseLabel[value] }))}
            onChange={({ target }) => {
              setCause(target.value as DelayCause);
              clearProblem('cause');
            }}
          />
        </Form.Item>
        <CountedText
          label="整改情况"
          required
          rows={3}
          max={letterLimits.textLength}
          problem={problems.text}
          value={text}
          onChange={(value) => {
            setText(value);
            clearProblem('text');
          }}
        />
        <Form.Item
          label="承诺办成"
          required
          htmlFor="supervision-promise"
          validateStatus={problems.promisedOn && 'error'}
          help={problems.promisedOn}
        >
          <DayInput
            id="supervision-promise"
            aria-required
            value={promisedOn}
            onChange={(day) => {
              setPromisedOn(day);
              clearProblem('promisedOn');
            }}
          />
        </Form.Item>
        <Form.Item validateStatus={problems.fileList && 'error'} help={problems.fileList}>
          <Attachments files={files} disabled={command.running} />
        </Form.Item>
      </Form>
    </RecordCommandDialog>
  );
}

const reasonLabel = { sendBack: '退回原因', waive: '免予答复的原因' };

/** Shows 认可答复, 退回重答 and 免予答复. */
function SettleLetter(props: RecordDialogProps) {
  const { command: name } = props.offer;
  const [reason, setReason] = useState('');
  const [answerDays, setAnswerDays] = useState<number | null>(3);
  const command = useRecordCommand(sideRecords.supervision, props);
  const { problems, clearProblem } = command;
  const submit = () => {
    if (name === 'accept') return command.send({ command: 'accept' });
    if (name === 'waive') return command.send({ command: 'waive', reason });
    return command.send({ command: 'sendBack', reason, answerDays: answerDays ?? 0 }, [
      answerDays === null && ['answerDays', '请填写答复期限'],
      reason.trim() === '' && ['reason', `请填写${reasonLabel.sendBack}`],
    ]);
  };
  return (
    <RecordCommandDialog {...props} values={[reason, answerDays]} running={command.running} onSubmit={submit}>
      <p>
        {name === 'sendBack' ? '退回后由办理人重新答复，本件仍不能办结。' : '督办单就此了结，本件可以办结。'}
      </p>
      {name !== 'accept' && (
        <Form layout="vertical" component={false}>
          <CountedText
            label={name === 'waive' ? reasonLabel.waive : reasonLabel.sendBack}
            required
            rows={3}
            max={letterLimits.textLength}
            problem={problems.reason}
            value={reason}
            onChange={(text) => {
              setReason(text);
              clearProblem('reason');
            }}
          />
          {name === 'sendBack' && (
            <AnswerDays
              value={answerDays}
              problem={problems.answerDays}
              onChange={(days) => {
                setAnswerDays(days);
                clearProblem('answerDays');
              }}
            />
          )}
        </Form>
      )}
    </RecordCommandDialog>
  );
}
