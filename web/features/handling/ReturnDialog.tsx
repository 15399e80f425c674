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
 * Asks for the earlier nodes of a return (退回) and the way back; shows the tasks that it closes before the
 * user decides.
 */
export function ReturnDialog(props: ActionDialogProps) {
  const { button, order, task } = props;
  const { traceId, nodeId } = task;
  const [picked, setPicked] = useState<readonly string[]>();
  const [way, setWay] = useState<ReturnRoute>();
  const [showsProblems, setShowsProblems] = useState(false);
  const nodes = useQuery({
    ...queryOf(handling.returnNodes, { query: { proInsId: order.id, flowNodeId: nodeId, traceId } }),
    enabled: !props.submitting,
    gcTime: 0,
  });
  const [first, ...others] = nodes.data?.rows ?? [];
  // If there is only one choice, it is preselected.
  const chosen = picked ?? (first && others.length === 0 ? [first.flowNodeId] : []);
  const ways = nodes.data?.ways ?? [];
  const backWay = way ?? ways[0] ?? 'replay';
  const choice = { backNodeIds: chosen.join(','), backWay };
  const preview = useButtonPreview(props, choice);
  const none = nodes.data?.rows.length === 0;

  const isMissing = showsProblems && chosen.length === 0;

  const submit = () => {
    setShowsProblems(true);
    return chosen.length > 0 ? choice : null;
  };

  return (
    <ActionConfirm
      {...props}
      preview={preview}
      choosing
      barred={none || nodes.data === undefined}
      onConfirm={submit}
    >
      {nodes.isPending && <SkeletonRows rows={3} />}
      {nodes.isError && <FailureState compact failure={nodes.error} onRetry={() => void nodes.refetch()} />}
      {none && <EmptyState compact title={`不允许${button.name}`} hint="没有可以退回的环节。" />}
      {nodes.data !== undefined && !none && (
        <>
          <fieldset className={styles.choice} data-required data-wrong={isMissing || undefined}>
            <legend>
              <span data-required>退回到</span>
            </legend>
            {nodes.data.rows.map((node) => (
              <Checkbox
                key={node.flowNodeId}
                checked={chosen.includes(node.flowNodeId)}
                onChange={(event) =>
                  setPicked(
                    event.target.checked
                      ? [...chosen, node.flowNodeId]
                      : chosen.filter((id) => id !== node.flowNodeId),
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
                onChange={(event) => setWay(event.target.value as ReturnRoute)}
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
