import { WarningOutlined } from '@ant-design/icons';
import { Button, Input, Radio, Select } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { PetitionJudgement, SimilarPetition } from '#contract/petitions.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import {
  type Judgement,
  judgementLabel,
  judgements,
  petitionLimits,
  problemOfConcludedMatter,
} from '#domain/petitions/petition-links.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { countText, SimilarList } from '#web/toolkit/petitions/SimilarList.tsx';
import styles from './similar-card.module.css';
import type { Item } from './use-initiation.ts';
import type { JudgementState } from './use-judgement.ts';
import { useSimilarPetitions } from './use-similar-petitions.ts';

/**
 * Shows petitions that the one being registered may repeat, after a field was left, and asks for a judgement. Nothing
 * above it moves (S2 §5).
 */
export function SimilarCard(props: {
  item: Item;
  applicant: FormHandle;
  openForms: readonly OpenForm[];
  judgement: JudgementState;
  /** Number of refused submissions; each further one searches again and focuses the judgement. */
  refusals: number;
  onJudge: (state: JudgementState) => void;
  /** Called with the code of the order that the petition repeats. */
  onRepeat: (code: string) => void;
}) {
  const { judgement, refusals, onJudge, onRepeat } = props;
  const found = useSimilarPetitions(props.item, props.applicant, props.openForms, refusals);
  const rows = found?.answer.rows ?? [];
  const hasRows = rows.length > 0;
  const [choice, setChoice] = useState<PetitionJudgement>();
  const judge = useRef<HTMLDivElement>(null);
  const id = useId();

  const latestOnJudge = useRef(onJudge);
  latestOnJudge.current = onJudge;
  useEffect(() => {
    latestOnJudge.current(found === undefined ? stateOf(undefined, []) : stateOf(choice, found.answer.rows));
  }, [choice, found]);
  useEffect(() => {
    if (refusals > 0 && hasRows) judge.current?.querySelector('input')?.focus();
  }, [refusals, hasRows]);

  if (rows.length === 0 || found === undefined) return null;
  const choose = (result: Judgement, code?: string) => {
    const earlierCode =
      result === 'new' ? '' : (code ?? (choice?.earlierCode || rows[0]?.workorderCode) ?? '');
    setChoice({ result, earlierCode, newFacts: choice?.newFacts ?? '' });
    if (result === 'repeat') onRepeat(earlierCode);
  };
  const shownProblem = refusals > 0 ? judgement.problem : undefined;
  const needsFacts =
    choice?.result === 'repeat' &&
    rows.some((row) => row.workorderCode === choice.earlierCode && row.concluded);
  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <div className={styles.head} role="status">
        <WarningOutlined aria-hidden />
        <h2 id={`${id}-title`}>可能是重复信访</h2>
        <span>{countText(rows)}</span>
        <small>
          近 {found.answer.months} 个月，{minuteText(found.at).slice(11)} 查
        </small>
      </div>
      <SimilarList
        rows={rows}
        actionsOf={(row) => (
          <>
            <Button
              onClick={() => choose('repeat', row.workorderCode)}
              aria-label={`与 ${row.workorderCode} 重复`}
            >
              重复
            </Button>
            <Button
              onClick={() => choose('related', row.workorderCode)}
              aria-label={`与 ${row.workorderCode} 关联`}
            >
              关联
            </Button>
          </>
        )}
      />
      <div className={styles.judgement} ref={judge}>
        <span id={`${id}-judgement`} className={styles.label}>
          您的判断
        </span>
        <Radio.Group
          aria-labelledby={`${id}-judgement`}
          aria-describedby={shownProblem && `${id}-problem`}
          value={choice?.result ?? null}
          onChange={({ target }) => choose(target.value as Judgement)}
          options={judgements.map((value) => ({ value, label: judgementLabel[value] }))}
        />
        {choice !== undefined && choice.result !== 'new' && (
          <Select
            aria-label="重复或关联的办件"
            className={styles.code ?? ''}
            value={choice.earlierCode}
            options={rows.map(optionOf)}
            onChange={(code: string) => choose(choice.result, code)}
          />
        )}
        <small className={styles.note}>只列出您有权查看的办件</small>
        {needsFacts && (
          <div className={styles.facts}>
            <label htmlFor={`${id}-facts`}>新的事实和理由</label>
            <Input.TextArea
              id={`${id}-facts`}
              autoSize={{ minRows: 2, maxRows: 6 }}
              maxLength={petitionLimits.reason}
              value={choice.newFacts}
              onChange={({ target }) => setChoice({ ...choice, newFacts: target.value })}
            />
          </div>
        )}
        {shownProblem && (
          <p id={`${id}-problem`} className={styles.problem} role="alert">
            {shownProblem.message}
          </p>
        )}
      </div>
    </section>
  );
}

const optionOf = ({ workorderCode, title }: SimilarPetition) => ({
  value: workorderCode,
  label: `${workorderCode} ${title}`,
});

/** Returns the judgement with its problem, by the rules that the server applies at the start. */
function stateOf(choice: PetitionJudgement | undefined, rows: readonly SimilarPetition[]): JudgementState {
  if (rows.length === 0) return { value: choice, problem: undefined };
  if (choice === undefined) {
    return { value: undefined, problem: { field: 'result', message: '请判断是否重复信访' } };
  }
  const concluded = rows.find((row) => row.workorderCode === choice.earlierCode && row.concluded);
  const message =
    choice.result === 'repeat' && concluded
      ? problemOfConcludedMatter(choice.earlierCode, choice.newFacts)
      : undefined;
  return { value: choice, problem: message === undefined ? undefined : { field: 'newFacts', message } };
}
