import { useState } from 'react';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { confirmWord } from './action-words.ts';
import styles from './handling.module.css';
import { type NamedHandler, NodeHandlersField } from './NodeHandlersField.tsx';
import type { ActionChoice } from './use-handling-flow.ts';
import { useNextNodes } from './use-next-nodes.ts';

/** Action 9: handle and name who takes every next node (S1 §5). */
export function ForwardDialog(props: {
  action: string;
  buttonId: string;
  forms: HandledForms;
  traceId: string;
  submitting: boolean;
  onSubmit: (choice: ActionChoice) => void;
  onClose: () => void;
}) {
  const { action, buttonId, forms, traceId, submitting, onSubmit, onClose } = props;
  const [named, setNamed] = useState<Readonly<Record<string, readonly NamedHandler[]>>>({});
  const [asked, setAsked] = useState(false);
  const next = useNextNodes({ traceId, buttonId, forms });
  const nodes = next.data?.rows ?? [];
  const complete = nodes.every((node) => (named[node.flowNodeId]?.length ?? 0) > 0);

  const submit = () => {
    setAsked(true);
    if (!complete) return;
    onSubmit({
      procInsNodeUserReqModel: nodes.map(({ flowNodeId }) => ({
        flowNodeId,
        candidates: (named[flowNodeId] ?? []).map((handler) => handler.key),
      })),
    });
  };

  return (
    <AppModal
      open
      title={action}
      width={600}
      okText={confirmWord(action)}
      confirmLoading={submitting}
      okButtonProps={{ disabled: nodes.length === 0 }}
      onOk={submit}
      onCancel={onClose}
    >
      {next.isPending && <SkeletonRows rows={2} />}
      {next.isError && <FailureState compact failure={next.error} onRetry={() => void next.refetch()} />}
      {next.data?.rows.length === 0 && (
        <EmptyState compact title={`不允许${action}`} hint="本环节之后没有需要指定处理人的环节。" />
      )}
      {nodes.map((node) => (
        <NodeHandlersField
          key={node.flowNodeId}
          nodeName={node.flowNodeName}
          suggested={node.candidates}
          restricted={node.naming === 'candidates'}
          value={named[node.flowNodeId] ?? []}
          missing={asked && (named[node.flowNodeId]?.length ?? 0) === 0}
          onChange={(handlers) => setNamed({ ...named, [node.flowNodeId]: handlers })}
        />
      ))}
      {asked && !complete && (
        <p role="alert" className={styles.choiceFault}>
          {refusalRow.nextHandlersIncomplete.text}
        </p>
      )}
    </AppModal>
  );
}
