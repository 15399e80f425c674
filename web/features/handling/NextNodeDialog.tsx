import { useQuery } from '@tanstack/react-query';
import { handling } from '#contract/handling.ts';
import { call } from '#web/api/call.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { confirmWord } from './action-words.ts';
import './handling.css';

/** Before a plain handling: says where the matter goes and who will find it, so that nobody sends it blindly. */
export function NextNodeDialog(props: {
  action: string;
  buttonId: string;
  traceId: string;
  opinion: string;
  submitting: boolean;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const { action, buttonId, traceId, opinion, submitting, onSubmit, onClose } = props;
  const next = useQuery({
    queryKey: [handling.nextNodeUsers.path, traceId, buttonId],
    queryFn: ({ signal }) =>
      call(handling.nextNodeUsers, { query: { workorderTraceId: traceId, buttonId } }, { signal }),
    gcTime: 0,
  });
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
        <dl className="facts">
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
                  <span className="choice-note">
                    {node.candidates.map((candidate) => candidate.name).join('、')}
                  </span>
                )}
              </dd>
            </div>
          ))}
          {opinion !== '' && (
            <div>
              <dt>处理意见</dt>
              <dd className="facts-text">{opinion}</dd>
            </div>
          )}
        </dl>
      )}
    </AppModal>
  );
}
