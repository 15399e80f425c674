import { Button, Radio } from 'antd';
import { useState } from 'react';
import type { RecordOffer } from '#contract/record-offer.ts';
import { sideRecords } from '#contract/side-records.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import { LimitField } from '../base/LimitField.tsx';
import styles from '../base/papers.module.css';
import type { RecordContentProps } from '../base/record-view.ts';
import { usePaperFiles } from '../base/use-paper-files.tsx';
import { useRecordCommand } from '../base/use-record-command.ts';
import { useVerdicts, Verdicts } from './Verdicts.tsx';

/** Commands with which the review ends. */
export const reviewCommands = ['accept', 'again', 'decline'] as const;
type Outcome = (typeof reviewCommands)[number];

const outcomeLabels: Record<Outcome, string> = {
  accept: '按现有材料继续办理',
  again: '再次补正',
  decline: '不予受理',
};

/**
 * Shows the review of an answer in the card of the correction: the files and a verdict for each material, and what
 * follows if one is not qualified, as far as the item and the step allow it.
 */
export function CorrectionReview({
  record,
  order,
  offers,
  onDone,
  offer,
}: RecordContentProps & { offer: RecordOffer }) {
  const { papers, limit: askedLimit } = record.data as unknown as CorrectionData;
  const verdicts = useVerdicts(papers, undefined);
  const [outcome, setOutcome] = useState<Outcome>();
  const [limit, setLimit] = useState(askedLimit);
  const command = useRecordCommand(sideRecords.correction, { order, offer, onDone });
  const { problems, clearProblem, running } = command;
  const files = usePaperFiles(
    order,
    papers.flatMap(({ fileIds }) => fileIds),
  );
  const { failed, reviewed, sent, missing } = verdicts;
  const isPossible = (name: Outcome) => offers.some((one) => one.command === name && one.whyNot === '');
  const onlyOnce = offers.find((one) => one.command === 'again')?.whyNot ?? '';
  const chosen = failed === 0 ? 'accept' : outcome;

  const submit = () => {
    const found = [...missing, ...(chosen === undefined ? ([['outcome', '请选择怎样处理']] as const) : [])];
    if (chosen === 'again') return command.send({ command: 'again', verdicts: sent, limit }, found);
    if (chosen === 'decline') return command.send({ command: 'decline', verdicts: sent }, found);
    return command.send({ command: 'accept', verdicts: sent, acceptsIncomplete: failed > 0 }, found);
  };

  return (
    <section className={styles.review} aria-label="审核补正材料">
      <UnsentGuard hasUnsavedInput={() => reviewed > 0 && !running} />
      <Verdicts
        papers={papers}
        verdicts={verdicts}
        problems={problems}
        clearProblem={clearProblem}
        files={files.show}
      />
      {failed > 0 && (
        <div className={styles.notice}>
          有 {failed} 份不合格{onlyOnce === '' ? '' : `，${onlyOnce}`}，请选择：
          <Radio.Group
            aria-label="怎样处理"
            value={outcome}
            options={reviewCommands
              .filter(isPossible)
              .map((value) => ({ value, label: outcomeLabels[value] }))}
            onChange={({ target }) => {
              setOutcome(target.value as Outcome);
              clearProblem('outcome');
            }}
          />
          {chosen === 'again' && (
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
          {chosen === 'decline' && (
            <p className={styles.second}>记录后，请在处理栏选择不予受理的按钮并填写处理意见。</p>
          )}
          {problems.outcome !== undefined && (
            <small className={styles.fault} role="alert">
              {problems.outcome}
            </small>
          )}
        </div>
      )}
      {problems.verdicts !== undefined && (
        <small className={styles.fault} role="alert">
          {problems.verdicts}
        </small>
      )}
      <div className={styles.reviewFoot}>
        <span className={styles.second}>
          共 {papers.length} 份，已审核 {reviewed} 份
        </span>
        <Button type="primary" loading={running} danger={chosen === 'decline'} onClick={() => void submit()}>
          {buttonText(chosen, failed)}
        </Button>
      </div>
      {files.viewer}
    </section>
  );
}

function buttonText(outcome: Outcome | undefined, failed: number): string {
  if (outcome === 'again') return `再次补正（${failed} 份）`;
  if (outcome === 'decline') return '记录补正不合格';
  return '补正通过';
}
