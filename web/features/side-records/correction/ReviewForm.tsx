import { Checkbox, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { localInputTime } from '#domain/calendar/local-date.ts';
import { maxOpinionLength, maxReasonLength } from '#domain/opinions/limits.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { LimitField } from '../base/LimitField.tsx';
import styles from '../base/papers.module.css';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { useRecordCommand } from '../base/use-record-command.ts';

interface Verdict {
  qualified: boolean | null;
  reason: string;
}

/**
 * Shows the review of an answer, material by material: 补正通过, 再次补正 with another limit, and 录入线下补正, which also
 * asks when the papers arrived at the window.
 */
export function ReviewForm(props: RecordDialogProps) {
  const { offer, record } = props;
  const { papers, limit: askedLimit } = (record?.data ?? { papers: [] }) as unknown as CorrectionData;
  const [verdicts, setVerdicts] = useState<Verdict[]>(() =>
    papers.map(() => ({ qualified: offer.command === 'again' ? null : true, reason: '' })),
  );
  const [acceptsIncomplete, setAcceptsIncomplete] = useState(false);
  const [limit, setLimit] = useState(askedLimit);
  const [receivedAt, setReceivedAt] = useState(() => localInputTime(new Date()));
  const [remark, setRemark] = useState('');
  const command = useRecordCommand(sideRecords.correction, props);
  const { problems, clearProblem } = command;
  const failed = verdicts.filter(({ qualified }) => qualified === false).length;

  const submit = () => {
    const sent = verdicts.map(({ qualified, reason }) => ({ qualified: qualified === true, reason }));
    const missing = verdicts.map(
      ({ qualified }, index) =>
        qualified === null && ([`verdicts[${index}]`, `请审核“${papers[index]?.name}”`] as const),
    );
    if (offer.command === 'again') return command.send({ command: 'again', verdicts: sent, limit }, missing);
    if (offer.command === 'accept')
      return command.send({ command: 'accept', verdicts: sent, acceptsIncomplete }, missing);
    const at = new Date(`${receivedAt}:00+08:00`);
    if (Number.isNaN(at.getTime()))
      return command.send({ command: 'remind' }, [['receivedAt', '请填写收到时间']]);
    return command.send(
      { command: 'receive', receivedAt: at.toISOString(), verdicts: sent, acceptsIncomplete, remark },
      missing,
    );
  };

  return (
    <RecordCommandDialog
      {...props}
      values={[verdicts, acceptsIncomplete, limit, receivedAt, remark]}
      running={command.running}
      hasChoices
      onSubmit={submit}
    >
      <Form layout="vertical" component={false}>
        {offer.command === 'receive' && (
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
        )}
        <ol className={styles.papers}>
          {papers.map(({ name, reason }, index) => {
            const verdict = verdicts[index];
            if (!verdict) return null;
            const problem = problems[`verdicts[${index}]`] ?? problems[`verdicts[${index}].reason`];
            const set = (change: Partial<Verdict>) => {
              setVerdicts((before) =>
                before.map((one, other) => (other === index ? { ...one, ...change } : one)),
              );
              clearProblem(`verdicts[${index}]`);
              clearProblem(`verdicts[${index}].reason`);
            };
            return (
              <li key={name} className={styles.paper}>
                <span>
                  {name}
                  <small className={styles.second}> {reason}</small>
                </span>
                <Radio.Group
                  aria-label={`审核${name}`}
                  value={verdict.qualified}
                  options={[
                    { value: true, label: '合格' },
                    { value: false, label: '不合格' },
                  ]}
                  onChange={({ target }) => set({ qualified: target.value === true })}
                />
                <span>
                  {verdict.qualified === false && (
                    <Input
                      aria-label={`${name}不合格的原因`}
                      placeholder="不合格的原因"
                      maxLength={maxReasonLength}
                      value={verdict.reason}
                      {...(problem && { status: 'error' as const })}
                      onChange={({ target }) => set({ reason: target.value })}
                    />
                  )}
                  {problem !== undefined && (
                    <small className={styles.fault} role="alert">
                      {problem}
                    </small>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
        {offer.command === 'again' && (
          <LimitField
            label="提交期限"
            value={limit}
            problem={problems['limit.amount']}
            endsOn={undefined}
            onChange={(value) => {
              setLimit(value);
              clearProblem('limit.amount');
            }}
          />
        )}
        {problems.verdicts !== undefined && (
          <small className={styles.fault} role="alert">
            {problems.verdicts}
          </small>
        )}
        {offer.command !== 'again' && failed > 0 && (
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
        {offer.command === 'receive' && (
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
        )}
      </Form>
    </RecordCommandDialog>
  );
}
