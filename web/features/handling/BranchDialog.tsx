import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import type { BranchChoice } from '#contract/action-preview.ts';
import { handling } from '#contract/handling.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { queryOf } from '#web/api/query-of.ts';
import { assigneeText, peopleText } from '#web/toolkit/confirm/outcome-texts.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';
import { type HandlersByNode, handlersToSubmit, NextHandlers } from './NextHandlers.tsx';

/**
 * Asks for the branch of a manual gateway (action 12); an inclusive gateway allows several. The rows below
 * follow the choice at once, and if the button allows it the next handlers can be named.
 */
export function BranchDialog(props: ActionDialogProps) {
  const { task } = props;
  const { traceId } = task;
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [namedHandlers, setNamedHandlers] = useState<HandlersByNode>({});
  const [showsProblems, setShowsProblems] = useState(false);
  const branches = useQuery({
    ...queryOf(handling.branchNodes, { query: { traceId } }),
    enabled: !props.submitting,
    gcTime: 0,
  });
  const choice = { branchProcessingNodeId: selectedIds.join(','), ...handlersToSubmit(namedHandlers) };
  const preview = useButtonPreview(props, choice);
  const choose = (nodeIds: readonly string[]) => {
    setSelectedIds(nodeIds);
    // Adding or removing a branch does not change the named handlers of the others.
    if (nodeIds.length <= selectedIds.length)
      setNamedHandlers(handlersOfBranches(namedHandlers, branches.data?.rows ?? [], nodeIds));
  };
  const isMissing = showsProblems && selectedIds.length === 0;
  const submit = () => {
    setShowsProblems(true);
    return selectedIds.length > 0 ? choice : null;
  };
  const nextNodes = selectedIds.length > 0 ? (preview.data?.next ?? []) : [];
  return (
    <ActionConfirm
      {...props}
      preview={preview}
      hasChoice
      waitsForPreview
      hasNoChoice={branches.data === undefined}
      onConfirm={submit}
    >
      {branches.isPending && <SkeletonRows rows={3} />}
      {branches.isError && (
        <FailureState compact failure={branches.error} onRetry={() => void branches.refetch()} />
      )}
      {branches.data !== undefined && (
        <fieldset className={styles.choice} data-required data-wrong={isMissing || undefined}>
          <legend>
            <span data-required>办理分支</span>
            {branches.data.multiple && <span className={styles.choiceNote}>可多选</span>}
          </legend>
          <Branches multiple={branches.data.multiple} selectedIds={selectedIds} onChoose={choose}>
            {branches.data.rows}
          </Branches>
          {isMissing && (
            <p role="alert" className={styles.choiceFault}>
              {refusalRow.branchRequired.text}
            </p>
          )}
        </fieldset>
      )}
      <NextHandlers
        traceId={props.task.traceId}
        nodes={nextNodes}
        required={false}
        marksMissing={false}
        handlersByNode={namedHandlers}
        onChange={setNamedHandlers}
      />
    </ActionConfirm>
  );
}

/** Returns the named handlers without those of branches that are no longer selected. */
export function handlersOfBranches(
  namedHandlers: HandlersByNode,
  branches: readonly BranchChoice[],
  selectedIds: readonly string[],
): HandlersByNode {
  const openedNodeIds = branches
    .filter(({ flowNodeId }) => selectedIds.includes(flowNodeId))
    .flatMap(({ opens }) => opens.map(({ flowNodeId }) => flowNodeId));
  return Object.fromEntries(
    Object.entries(namedHandlers).filter(([nodeId]) => openedNodeIds.includes(nodeId)),
  );
}

/** Shows a card for each branch, with its choice in the head. */
function Branches(props: {
  multiple: boolean;
  selectedIds: readonly string[];
  onChoose: (nodeIds: readonly string[]) => void;
  children: readonly BranchChoice[];
}) {
  const { multiple, selectedIds, onChoose, children } = props;
  const cards = children.map(({ flowNodeId, flowNodeName, opens }) => {
    const isChosen = selectedIds.includes(flowNodeId);
    const Choice = multiple ? Checkbox : Radio;
    return (
      <Choice
        key={flowNodeId}
        value={flowNodeId}
        className={joinClasses(styles.branch, isChosen && styles.branchChosen)}
      >
        <strong>{flowNodeName}</strong>
        <OpenedTasks name={flowNodeName} opens={opens} />
      </Choice>
    );
  });
  if (multiple) {
    return (
      <Checkbox.Group aria-label="分支" value={[...selectedIds]} onChange={onChoose}>
        {cards}
      </Checkbox.Group>
    );
  }
  return (
    <Radio.Group
      aria-label="分支"
      value={selectedIds[0]}
      onChange={(event) => onChoose([event.target.value as string])}
    >
      {cards}
    </Radio.Group>
  );
}

/** Returns the units and the post that get the order; of more than two units only two are named. */
function unitsAndPost(task: BranchChoice['opens'][number]): string {
  const units = task.orgNames.filter((name) => !task.handlerNames.includes(name));
  return units.length > 2
    ? `${units.slice(0, 2).join('、')}等单位 ${assigneeText(task)}`
    : assigneeText(task);
}

/** Shows the handlers who get the order through this branch: the units and the post, and the people who have it. */
function OpenedTasks({ name, opens }: { name: string; opens: BranchChoice['opens'] }) {
  const handlersOf = (task: BranchChoice['opens'][number]) => {
    const [unitsText, people] = [unitsAndPost(task), peopleText(task)];
    return unitsText === '' || people === '' ? unitsText + people : `${unitsText}（${people}）`;
  };
  return opens.map((task, index) => (
    // One node may open several tasks, one for each handler.
    // biome-ignore lint/suspicious/noArrayIndexKey: the list only changes as a whole
    <span key={`${task.flowNodeId}.${index}`} className={styles.branchOpens}>
      {task.flowNodeName !== name && `${task.flowNodeName}：`}
      {handlersOf(task)}
    </span>
  ));
}
