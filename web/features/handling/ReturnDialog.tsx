import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';

type ReturnRoute = 'replay' | 'direct';

const returnRouteLabel: Record<ReturnRoute, string> = { replay: '重新流转', direct: '退回后直送' };
const returnRouteHint: Record<ReturnRoute, string> = {
  replay: '退回后按流程逐个环节重新办理',
  direct: '退回环节办完后，直接送回本环节',
};

/**
 * Asks for the earlier nodes of a return (退回) and the return path; shows the tasks that it closes before the
 * user decides.
 */
export function ReturnDialog(props: ActionDialogProps) {
  const { button, order, task } = props;
  const { traceId, nodeId } = task;
  const [selection, setSelection] = useState<readonly string[]>();
  const [route, setRoute] = useState<ReturnRoute>();
  const [showsProblems, setShowsProblems] = useState(false);
  const nodes = useQuery({
    ...queryOf(handling.returnNodes, { query: { proInsId: order.id, flowNodeId: nodeId, traceId } }),
    enabled: !props.submitting,
    gcTime: 0,
  });
  const [first, ...others] = nodes.data?.rows ?? [];
  // If there is only one choice, it is preselected.
  const selectedIds = selection ?? (first && others.length === 0 ? [first.flowNodeId] : []);
  const ways = nodes.data?.ways ?? [];
  const backWay = route ?? ways[0] ?? 'replay';
  const choice = { backNodeIds: selectedIds.join(','), backWay };
  const preview = useButtonPreview(props, choice);
  const hasNoTarget = nodes.data?.rows.length === 0;

  const isMissing = showsProblems && selectedIds.length === 0;

  const submit = () => {
    setShowsProblems(true);
    return selectedIds.length > 0 ? choice : null;
  };

  return (
    <ActionConfirm
      {...props}
      preview={preview}
      hasChoice
      isChoiceUnavailable={hasNoTarget || nodes.data === undefined}
      onConfirm={submit}
    >
      {nodes.isPending && <SkeletonRows rows={3} />}
      {nodes.isError && <FailureState compact failure={nodes.error} onRetry={() => void nodes.refetch()} />}
      {hasNoTarget && <EmptyState compact title={`不允许${button.name}`} hint="没有可以退回的环节。" />}
      {nodes.data !== undefined && !hasNoTarget && (
        <>
          <fieldset className={styles.choice} data-required data-wrong={isMissing || undefined}>
            <legend>
              <span data-required>退回到</span>
            </legend>
            {nodes.data.rows.map((node) => (
              <Checkbox
                key={node.flowNodeId}
                checked={selectedIds.includes(node.flowNodeId)}
                onChange={(event) =>
                  setSelection(
                    event.target.checked
                      ? [...selectedIds, node.flowNodeId]
                      : selectedIds.filter((id) => id !== node.flowNodeId),
                  )
                }
              >
                {node.flowNodeName}
                <span className={styles.choiceNote}>上次处理人：{node.handlerName || '系统'}</span>
              </Checkbox>
            ))}
            {isMissing && (
              <p role="alert" className={styles.choiceFault}>
                {refusalRow.returnTargetRequired.text}
              </p>
            )}
          </fieldset>
          {ways.length > 1 && (
            <fieldset className={styles.choice}>
              <legend>退回后</legend>
              <Radio.Group
                aria-label="退回后"
                value={backWay}
                onChange={(event) => setRoute(event.target.value as ReturnRoute)}
                options={ways.map((value) => ({
                  value,
                  label: (
                    <>
                      {returnRouteLabel[value]}
                      <span className={styles.choiceNote}>{returnRouteHint[value]}</span>
                    </>
                  ),
                }))}
              />
            </fieldset>
          )}
        </>
      )}
    </ActionConfirm>
  );
}
