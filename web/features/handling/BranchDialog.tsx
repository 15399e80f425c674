import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import type { ActionOutcome, BranchChoice } from '#contract/action-preview.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { assigneeText, peopleText } from '#web/toolkit/confirm/outcome-texts.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';
import { type HandlersByNode, handlersToSubmit, NextHandlers } from './NextHandlers.tsx';

/**
 * Asks for the branch of a manual gateway (action 12); an inclusive gateway allows several. The branch that fits
 * the forms is preselected. The rows below follow the choice at once, and if the button allows it the next
 * handlers can be named.
 */
export function BranchDialog(props: ActionDialogProps) {
  const { traceId } = props.task;
  const [chosenIds, setChosenIds] = useState<readonly string[]>();
  const [namedHandlers, setNamedHandlers] = useState<HandlersByNode>({});
  const [showsProblems, setShowsProblems] = useState(false);
  const undecided = useButtonPreview(props).data;
  // Only the first answer preselects a branch: a later one must not change the choice on the screen.
  if (undecided !== undefined && chosenIds === undefined) {
    const suggestedNodeId = undecided.branches?.suggestedNodeId ?? null;
    setChosenIds(suggestedNodeId === null ? [] : [suggestedNodeId]);
  }
  const selectedIds = chosenIds ?? [];
  const branches = undecided?.branches ?? null;
  const choice =
    selectedIds.length > 0
      ? { branchProcessingNodeId: selectedIds.join(','), ...handlersToSubmit(namedHandlers) }
      : {};
  const preview = useButtonPreview(props, choice);
  const choose = (nodeIds: readonly string[]) => {
    setChosenIds(nodeIds);
    // Adding or removing a branch does not change the named handlers of the others.
    if (nodeIds.length <= selectedIds.length)
      setNamedHandlers(handlersOfBranches(namedHandlers, branches?.rows ?? [], nodeIds));
  };
  const isMissing = showsProblems && selectedIds.length === 0;
  const submit = () => {
    setShowsProblems(true);
    return branches === null || selectedIds.length > 0 ? choice : null;
  };
  const leftOut = preview.isPlaceholderData ? [] : (preview.data?.outcome?.leftOut ?? []);
  const nextNodes = selectedIds.length > 0 ? (preview.data?.next ?? []) : [];
  return (
    <ActionConfirm
      {...props}
      preview={preview}
      hasChoice
      waitsForPreview
      isChoiceUnavailable={undecided === undefined}
      onConfirm={submit}
    >
      {branches !== null && (
        <fieldset className={styles.choice} data-required data-wrong={isMissing || undefined}>
          <legend>
            <span data-required>办理分支</span>
            {branches.multiple && <span className={styles.choiceNote}>可多选</span>}
          </legend>
          <Branches multiple={branches.multiple} selectedIds={selectedIds} onChoose={choose}>
            {branches.rows}
          </Branches>
          {leftOut.map(leftOutText).map((text) => (
            <div key={text} role="status">
              {text}
            </div>
          ))}
          {isMissing && (
            <p role="alert" className={styles.choiceFault}>
              {refusalRow.branchRequired.text}
            </p>
          )}
        </fieldset>
      )}
      <NextHandlers
        traceId={traceId}
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

const maxShownUnits = 5;

/** Returns the sentence that the units in a form field get no task by the chosen branch. */
function leftOutText({ fieldTitle, unitNames }: ActionOutcome['leftOut'][number]): string {
  const shown = unitNames.slice(0, maxShownUnits).join('、');
  const units = unitNames.length > maxShownUnits ? `${shown} 等 ${unitNames.length} 个单位` : shown;
  return `${fieldTitle}（${units}）不会收到本件。`;
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
