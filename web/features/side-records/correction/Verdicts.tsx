import { Input, Radio, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { paperStateLabel } from '#domain/enumerations/paper-state.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import type { CorrectedPaper, PaperVerdict } from '#domain/records/correction-data.ts';
import type { Problems } from '#web/toolkit/dialog/use-problems.ts';
import styles from '../base/papers.module.css';

/** A verdict on a material; undefined while none is chosen. */
interface ChosenVerdict {
  qualified: boolean | undefined;
  reason: string;
}

/** Returns the verdicts on the materials while they are chosen, and what a command needs of them. */
export function useVerdicts(papers: readonly CorrectedPaper[], initial: boolean | undefined) {
  const [chosen, setChosen] = useState<ChosenVerdict[]>(() =>
    papers.map(() => ({ qualified: initial, reason: '' })),
  );
  return {
    chosen,
    set: (index: number, change: Partial<ChosenVerdict>) =>
      setChosen((before) => before.map((one, other) => (other === index ? { ...one, ...change } : one))),
    failed: chosen.filter(({ qualified }) => qualified === false).length,
    reviewed: chosen.filter(({ qualified }) => qualified !== undefined).length,
    sent: chosen.map(
      ({ qualified, reason }): PaperVerdict => ({
        qualified: qualified === true,
        reason: qualified === true ? '' : reason,
      }),
    ),
    /** Problems by field, for the materials without a verdict, or without its reason. */
    missing: chosen.flatMap(({ qualified, reason }, index): [string, string][] => {
      if (qualified === undefined) return [[`verdicts[${index}]`, `请审核“${papers[index]?.name}”`]];
      const isReasonMissing = !qualified && reason.trim() === '';
      return isReasonMissing ? [[`verdicts[${index}].reason`, '请写明不合格的原因']] : [];
    }),
  };
}

/** Asks for a verdict on each material of an answer, with the reason of one that is not qualified. */
export function Verdicts(props: {
  papers: readonly CorrectedPaper[];
  verdicts: ReturnType<typeof useVerdicts>;
  problems: Problems;
  clearProblem: (field: string) => void;
  /** Shows the files of a material. */
  files?: (fileIds: readonly string[]) => ReactNode;
}) {
  const { papers, verdicts, problems, clearProblem, files } = props;
  return (
    <ol className={styles.papers}>
      {papers.map(({ name, problem, reason, fileIds }, index) => {
        const verdict = verdicts.chosen[index];
        const fault = problems[`verdicts[${index}]`] ?? problems[`verdicts[${index}].reason`];
        const set = (change: Partial<ChosenVerdict>) => {
          verdicts.set(index, change);
          for (const field of [`verdicts[${index}]`, `verdicts[${index}].reason`, 'verdicts'])
            clearProblem(field);
        };
        return (
          <li key={name} className={styles.paper}>
            <span>
              {name} <Tag>{paperStateLabel[problem]}</Tag>
              <small className={styles.hint}>{reason}</small>
              {files?.(fileIds)}
            </span>
            <Radio.Group
              aria-label={`审核${name}`}
              value={verdict?.qualified}
              options={[
                { value: true, label: '合格' },
                { value: false, label: '不合格' },
              ]}
              onChange={({ target }) => set({ qualified: target.value === true })}
            />
            <span>
              {verdict?.qualified === false && (
                <Input
                  aria-label={`${name}不合格的原因`}
                  placeholder="不合格的原因"
                  maxLength={maxReasonLength}
                  value={verdict.reason}
                  {...(fault && { status: 'error' as const })}
                  onChange={({ target }) => set({ reason: target.value })}
                />
              )}
              {fault !== undefined && (
                <small className={styles.fault} role="alert">
                  {fault}
                </small>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
