import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { confirmWord } from './action-words.ts';
import styles from './handling.module.css';
import { useNextNodes } from './use-next-nodes.ts';

/** Before a plain handling: says where the matter goes and who will find it, so that nobody sends it blindly. */
export function NextNodeDialog(props: {
  action: string;
  buttonId: string;
  forms: HandledForms;
  traceId: string;
  opinion: string;
  submitting: boolean;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const { action, buttonId, forms, traceId, opinion, submitting, onSubmit, onClose } = props;
  const next = useNextNodes({ traceId, buttonId, forms });
  return (
    <AppModal
      open
      title={action}
      width={520}
      okText={confirmWord(action)}
      okButtonProps={{ autoFocus: true }}
      confirmLoading={submitting}
      onOk={onSubmit}
      onCancel={onClose}
    >
      {next.isPending && <SkeletonRows rows={2} />}
      {next.isError && <FailureState compact failure={next.error} onRetry={() => void next.refetch()} />}
      {next.data !== undefined && (
        <dl className={styles.facts}>
          {next.data.rows.length === 0 && (
            <div>
              <dt>下一环节</dt>
              <dd>按流程继续，或等待其他环节办完</dd>
            </div>
          )}
          {next.data.rows.map((node) => (
            <div key={node.flowNodeId}>
              <dt>下一环节</dt>
              <dd>
                <strong>{node.flowNodeName}</strong>
                {node.candidates.length > 0 && (
                  <span className={styles.choiceNote}>
                    {node.candidates.map((candidate) => candidate.name).join('、')}
                  </span>
                )}
              </dd>
            </div>
          ))}
          {opinion !== '' && (
            <div>
              <dt>处理意见</dt>
              <dd className={styles.factsText}>{opinion}</dd>
            </div>
          )}
        </dl>
      )}
    </AppModal>
  );
}
