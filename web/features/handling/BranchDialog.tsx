import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { joinClasses } from '#web/toolkit/page/join-classes.ts';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';
import { type NamedByNode, NextHandlers, namedOf } from './NextHandlers.tsx';

/**
 * Action 12: the handler names the branch that the matter goes on by; an inclusive gateway takes several. The rows below
 * follow the choice at once, and where the button lets it the next handlers can be named.
 */
export function BranchDialog(props: ActionDialogProps) {
  const { task, onSubmit } = props;
  const { traceId } = task;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [named, setNamed] = useState<NamedByNode>({});
  const [asked, setAsked] = useState(false);
  const branches = useQuery({
    ...queryOf(handling.branchNodes, { query: { traceId } }),
    enabled: !props.submitting,
    gcTime: 0,
  });
  const choice = { branchProcessingNodeId: chosen.join(','), ...namedOf(named) };
  const preview = useButtonPreview(props, choice);
  const choose = (nodeIds: readonly string[]) => {
    setChosen(nodeIds);
    setNamed({});
  };
  const submit = () => {
    setAsked(true);
    if (chosen.length > 0) onSubmit(choice);
  };
  const next = chosen.length > 0 ? (preview.data?.next ?? []) : [];
  return (
    <ActionConfirm
      {...props}
      preview={preview}
      choosing
      waits
      barred={branches.data === undefined}
      onConfirm={submit}
    >
      {branches.isPending && <SkeletonRows rows={3} />}
      {branches.isError && (
        <FailureState compact failure={branches.error} onRetry={() => void branches.refetch()} />
      )}
      {branches.data !== undefined && (
        <fieldset className={styles.choice}>
          <legend>
            办理分支{branches.data.multiple && <span className={styles.choiceNote}>可多选</span>}
          </legend>
          <Branches multiple={branches.data.multiple} chosen={chosen} onChoose={choose}>
            {branches.data.rows}
          </Branches>
          {asked && chosen.length === 0 && (
            <p role="alert" className={styles.choiceFault}>
              {refusalRow.branchRequired.text}
            </p>
          )}
        </fieldset>
      )}
      <NextHandlers
        traceId={props.task.traceId}
        nodes={next}
        required={false}
        missing={false}
        named={named}
        onChange={setNamed}
      />
    </ActionConfirm>
  );
}

/** A card for each branch, its choice in the head. */
function Branches(props: {
  multiple: boolean;
  chosen: readonly string[];
  onChoose: (nodeIds: readonly string[]) => void;
  children: readonly { flowNodeId: string; flowNodeName: string }[];
}) {
  const { multiple, chosen, onChoose, children } = props;
  const cards = children.map(({ flowNodeId, flowNodeName }) => {
    const isChosen = chosen.includes(flowNodeId);
    const Choice = multiple ? Checkbox : Radio;
    return (
      <Choice
        key={flowNodeId}
        value={flowNodeId}
        className={joinClasses(styles.branch, isChosen && styles.branchChosen)}
      >
        <strong>{flowNodeName}</strong>
      </Choice>
    );
  });
  if (multiple) {
    return (
      <Checkbox.Group value={[...chosen]} onChange={onChoose}>
        {cards}
      </Checkbox.Group>
    );
  }
  return (
    <Radio.Group value={chosen[0]} onChange={(event) => onChoose([event.target.value as string])}>
      {cards}
    </Radio.Group>
  );
}
