import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { handling } from '#contract/handling.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { confirmWord } from './action-words.ts';
import styles from './handling.module.css';
import type { ActionChoice } from './use-handling-flow.ts';

type Way = 'replay' | 'direct';

const wayLabel: Record<Way, string> = { replay: '重新流转', direct: '退回后直送' };
const wayHint: Record<Way, string> = {
  replay: '退回后按流程逐个环节重新办理',
  direct: '退回环节办完后，直接送回本环节',
};

/** 退回: to which earlier nodes, by which way back, and what this closes before anyone decides. */
export function ReturnDialog(props: {
  action: string;
  orderId: string;
  flowNodeId: string;
  traceId: string;
  submitting: boolean;
  onSubmit: (choice: ActionChoice) => void;
  onClose: () => void;
}) {
  const { action, orderId, flowNodeId, traceId, submitting, onSubmit, onClose } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [way, setWay] = useState<Way>();
  const [asked, setAsked] = useState(false);
  const nodes = useQuery({
    ...queryOf(handling.returnNodes, { query: { proInsId: orderId, flowNodeId, traceId } }),
    gcTime: 0,
  });
  const ways = nodes.data?.ways ?? [];
  const backWay = way ?? ways[0] ?? 'replay';
  const none = nodes.data?.rows.length === 0;

  const submit = () => {
    setAsked(true);
    if (chosen.length > 0) onSubmit({ backNodeIds: chosen.join(','), backWay });
  };

  return (
    <AppModal
      open
      title={action}
      width={560}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {none ? '关闭' : '取消'}
        </Button>,
        !none && (
          <Button key="ok" danger type="primary" loading={submitting} disabled={!nodes.data} onClick={submit}>
            {confirmWord(action)}
          </Button>
        ),
      ]}
    >
      {nodes.isPending && <SkeletonRows rows={3} />}
      {nodes.isError && <FailureState compact failure={nodes.error} onRetry={() => void nodes.refetch()} />}
      {none && <EmptyState compact title={`不允许${action}`} hint="没有可以退回的环节。" />}
      {nodes.data !== undefined && !none && (
        <>
          <fieldset className={styles.choice}>
            <legend>退回到</legend>
            {nodes.data.rows.map((node) => (
              <Checkbox
                key={node.flowNodeId}
                checked={chosen.includes(node.flowNodeId)}
                onChange={(event) =>
                  setChosen(
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
            {asked && chosen.length === 0 && (
              <p role="alert" className={styles.choiceFault}>
                {refusalRow.returnTargetRequired.text}
              </p>
            )}
          </fieldset>
          {ways.length > 1 && (
            <fieldset className={styles.choice}>
              <legend>退回后</legend>
              <Radio.Group
                value={backWay}
                onChange={(event) => setWay(event.target.value as Way)}
                options={ways.map((value) => ({
                  value,
                  label: (
                    <>
                      {wayLabel[value]}
                      <span className={styles.choiceNote}>{wayHint[value]}</span>
                    </>
                  ),
                }))}
              />
            </fieldset>
          )}
          {chosen.length > 0 && <ReturnPreview traceId={traceId} chosen={chosen} backWay={backWay} />}
        </>
      )}
    </AppModal>
  );
}

/** What the return will do: the open tasks that close and the nodes that open again. */
function ReturnPreview({
  traceId,
  chosen,
  backWay,
}: {
  traceId: string;
  chosen: readonly string[];
  backWay: Way;
}) {
  const backNodeIds = chosen.join(',');
  const preview = useQuery({
    ...queryOf(handling.returnPreview, { query: { traceId, backNodeIds, backWay } }),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  if (preview.isError) return <Alert type="warning" showIcon title={textOfFailure(preview.error)} />;
  if (preview.data === undefined) return <SkeletonRows rows={1} />;
  const { closes, reopens } = preview.data;
  return (
    <div className={styles.preview} aria-live="polite">
      <p>
        将重新办理：<strong>{reopens.map((node) => node.flowNodeName).join('、') || '无'}</strong>
      </p>
      <p>将关闭的待办：{closes.length === 0 && '无'}</p>
      {closes.length > 0 && (
        <ul>
          {closes.map((task) => (
            <li key={task.traceId}>
              {task.flowNodeName}
              {task.handlerNames.length > 0 && `（${task.handlerNames.join('、')}）`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
