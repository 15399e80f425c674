import { useEffect, useState } from 'react';
import type { ActionOutcome } from '#contract/action-preview.ts';
import type { TaskButton, WorkOrderPage } from '#contract/work-orders.ts';
import { irreversibleWarning } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { assigneeText, endKindOf, nextStepText, peopleOf } from '#web/toolkit/confirm/outcome-texts.ts';
import { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { previewOf } from './action-confirm.ts';
import styles from './handling.module.css';

interface NextHandlersLineProps {
  order: Pick<WorkOrderPage['order'], 'id' | 'code' | 'title'>;
  task: Pick<NonNullable<WorkOrderPage['task']>, 'traceId' | 'nodeId'>;
  /** The main button of the bar. */
  button: TaskButton;
  forms: HandledForms;
  /** False once an action is running: no more requests, because the task may no longer be open. */
  isEnabled: boolean;
}

/**
 * Shows the next handlers by the main button (受理后送 …) while the user writes the opinion. Leaves out handlers
 * that are not certain yet, for example before a branch is chosen; the confirmation asks for them.
 */
export function NextHandlersLine(props: NextHandlersLineProps) {
  const { button, forms, isEnabled } = props;
  const collectedForms = useDebouncedForms(forms);
  const preview = useActionPreview(previewOf(props, button.fillsForms ? collectedForms : []), isEnabled);
  const outcome = preview.isPlaceholderData ? undefined : preview.data?.outcome;
  return (
    <p className={styles.nextHandlers} role="status">
      {outcome && <Next name={button.name} outcome={outcome} />}
    </p>
  );
}

function Next({ name, outcome }: { name: string; outcome: ActionOutcome }) {
  const { opens } = outcome;
  const ending = endKindOf(outcome);
  if (ending === 'terminated')
    return <span className={styles.nextEnds}>{`${name}后${irreversibleWarning}`}</span>;
  if (ending === 'concluded') return <>{`${name}后本件办结，流程结束`}</>;
  if (opens.length === 0) return <>{`${name}后${nextStepText(outcome)}`}</>;
  return (
    <>
      {name}后送{' '}
      {opens.map((node, index) => {
        const people = peopleOf(node);
        return (
          // One node may open several tasks, one for each handler.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only changes as a whole
          <span key={`${node.flowNodeId}.${index}`}>
            {index > 0 && '、'}
            <strong>{node.flowNodeName}</strong> {assigneeText(node)}
            {people !== '' && `：${people}`}
          </span>
        );
      })}
    </>
  );
}

const pauseMilliseconds = 500;

/** Returns the content of the forms after each pause in typing, since the next node may depend on it. */
function useDebouncedForms(forms: HandledForms): ReturnType<HandledForms['collect']> {
  const [collectedForms, setCollectedForms] = useState(() => forms.collect());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = forms.onEdit(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setCollectedForms(forms.collect()), pauseMilliseconds);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [forms]);
  return collectedForms;
}
