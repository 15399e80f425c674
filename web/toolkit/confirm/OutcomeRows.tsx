import { RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ActionOutcome } from '#contract/action-preview.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { StatusTag } from '../status/StatusTag.tsx';
import { toneOfStatus } from '../status/status-tone.ts';
import { ConfirmRow, ConfirmRows, RowNote } from './ConfirmRows.tsx';
import styles from './confirm.module.css';
import { assigneeText, countersignResultText, endKindOf, nextStepText, peopleText } from './outcome-texts.ts';

/**
 * Shows the outcome of an action, in the same sequence as in every confirmation dialog: 结果, 下一环节,
 * 将办结的待办, 将作废的文书; nothing while a choice is missing.
 */
export function OutcomeRows(props: {
  outcome: ActionOutcome | null;
  /** Further part of the result: the field that the button has changed. */
  changed?: ReactNode;
  /** Rows of further results of the action. */
  children?: ReactNode;
}) {
  const { outcome, changed, children } = props;
  if (outcome === null && !children) return null;
  return (
    <ConfirmRows>
      {outcome !== null && (
        <>
          <ConfirmRow label="结果">
            <Result {...outcome} />
            {changed}
          </ConfirmRow>
          <ConfirmRow label="下一环节">
            <NextNodes outcome={outcome} />
          </ConfirmRow>
        </>
      )}
      {outcome !== null && (
        <ConfirmRow label="将办结的待办">
          <ClosedTasks outcome={outcome} />
        </ConfirmRow>
      )}
      {outcome !== null && outcome.voids.length > 0 && (
        <ConfirmRow label="将作废的文书">
          <ul className={styles.nodes}>
            {outcome.voids.map(({ name, documentNumber }) => (
              <li key={`${name} ${documentNumber}`}>
                {name} {documentNumber}
              </li>
            ))}
          </ul>
        </ConfirmRow>
      )}
      {children}
    </ConfirmRows>
  );
}

function Result(outcome: Pick<ActionOutcome, 'from' | 'to' | 'ends' | 'countersign'>) {
  const { from, to, countersign } = outcome;
  if (countersign)
    return (
      <span className={styles.result}>
        <StatusTag tone={toneOfStatus(from.status)} label={from.statusLabel} />
        <RightOutlined aria-label="变为" role="img" />
        <StatusTag
          tone={countersign.passed ? 'success' : 'error'}
          label={countersignResultText(countersign)}
        />
      </span>
    );
  if (from.status === to.status) return <StatusTag tone={toneOfStatus(to.status)} label={to.statusLabel} />;
  return (
    <span className={styles.result}>
      <StatusTag tone={toneOfStatus(from.status)} label={from.statusLabel} />
      <RightOutlined aria-label="变为" role="img" />
      <StatusTag
        tone={endKindOf(outcome) === 'terminated' ? 'error' : toneOfStatus(to.status)}
        label={to.statusLabel}
      />
    </span>
  );
}

function NextNodes({ outcome }: { outcome: ActionOutcome }) {
  const { opens, ends, closes } = outcome;
  if (ends) {
    const last = closes.find(({ isOwn }) => isOwn)?.flowNodeName;
    return <>无，流程{last === undefined ? '' : `在“${last}”`}结束</>;
  }
  if (opens.length === 0) return <>{nextStepText(outcome)}</>;
  return (
    <ul className={styles.nodes}>
      {opens.map((node, index) => (
        // One node may open several tasks, one for each handler.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only changes as a whole
        <li key={`${node.flowNodeId}.${index}`}>
          <strong>{node.flowNodeName}</strong>
          {node.limitText !== '' && (
            <span className={styles.limit}>
              ，限 {node.limitText}
              {node.dueAt !== null && <DueDate at={new Date(node.dueAt)} />}
            </span>
          )}
          <RowNote>{assigneeText(node)}</RowNote>
          {node.people.length > 0 && <RowNote>{peopleText(node)}</RowNote>}
        </li>
      ))}
    </ul>
  );
}

/** Shows the end of a limit; one that has passed already, as after a return late in the limit, is marked. */
function DueDate({ at }: { at: Date }) {
  const date = localDateOf(at);
  if (at >= new Date()) return `，${date} 到期`;
  return <span className={styles.overdue}>，已于 {date} 到期，不重新计时</span>;
}

function ClosedTasks({ outcome: { closes, ends } }: { outcome: ActionOutcome }) {
  if (closes.length === 0) return <>无</>;
  return (
    <ul className={styles.nodes}>
      {closes.map((task) => (
        <li key={task.traceId}>
          “{task.flowNodeName}”的待办：{task.handlerNames.join('、')}
          {ends && task.isOwn && '；全程计时停止'}
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns how and until when the action can be undone; undefined if it ends the order or is not loaded yet.
 */
export function undoOf(
  outcome: ActionOutcome | null | undefined,
): { isPossible: boolean; text: string } | undefined {
  if (!outcome || outcome.ends) return undefined;
  if (outcome.undo === null) return { isPossible: false, text: '确认后不能撤回' };
  return { isPossible: true, text: undoDeadlineText(outcome) };
}

function undoDeadlineText({ undo, opens }: ActionOutcome): string {
  if (undo === 'recall') return '无人办理前可以撤回';
  const names = [...new Set(opens.map(({ flowNodeName }) => flowNodeName))];
  if (names.length === 0) return '后续环节办理前可以撤回';
  return names.length === 1 ? `“${names[0]}”办理前可以撤回` : `“${names.join('”“')}”都未办理前可以撤回`;
}
