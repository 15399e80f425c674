import { useState } from 'react';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';
import { type HandlersByNode, handlersToSubmit, NextHandlers } from './NextHandlers.tsx';
import requestStyles from './requested-seats.module.css';

/** Asks for the handlers of every next node, then handles the task (action 9, S1 §5). */
export function ForwardDialog(props: ActionDialogProps) {
  const { button } = props;
  const [namedHandlers, setNamedHandlers] = useState<HandlersByNode>({});
  const [showsProblems, setShowsProblems] = useState(false);
  const choice = handlersToSubmit(namedHandlers);
  const preview = useButtonPreview(props, choice);
  const nodes = preview.data?.next ?? [];
  const isComplete = nodes.every((node) => (namedHandlers[node.flowNodeId]?.length ?? 0) > 0);
  const hasNoNext = preview.data !== undefined && nodes.length === 0;

  const submit = () => {
    setShowsProblems(true);
    return isComplete ? choice : null;
  };

  return (
    <ActionConfirm {...props} preview={preview} hasChoice isChoiceUnavailable={hasNoNext} onConfirm={submit}>
      {hasNoNext && (
        <EmptyState compact title={`不允许${button.name}`} hint="本环节之后没有需要指定处理人的环节。" />
      )}
      {nodes.length > 0 && (
        <p className={requestStyles.forwardHint}>
          您的环节随即办结，办件送到下一环节；请选择由谁办理下一环节。
        </p>
      )}
      <NextHandlers
        traceId={props.task.traceId}
        nodes={nodes}
        required
        marksMissing={showsProblems}
        handlersByNode={namedHandlers}
        onChange={setNamedHandlers}
      />
      {showsProblems && !isComplete && (
        <p role="alert" className={styles.choiceFault}>
          {refusalRow.nextHandlersIncomplete.text}
        </p>
      )}
    </ActionConfirm>
  );
}
