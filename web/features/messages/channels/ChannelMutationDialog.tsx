import { type ChannelStatus, messageChannels, type OutboundMessage } from '#contract/message-channels.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

export type ChannelMutation =
  | { kind: 'resend' | 'confirm'; row: OutboundMessage }
  | { kind: 'resendAll'; channel: ChannelStatus['channel']; label: string; count: number };

const textsOfKind = {
  resend: { title: '重新发送消息', ok: '确认重发', done: '已重新排队发送' },
  confirm: { title: '确认消息已送达', ok: '确认已送达', done: '已记为送达' },
  resendAll: { title: '重发全部失败消息', ok: '确认重发', done: '已重新排队发送' },
} as const;

/** Asks for confirmation before a message is sent again, or marked as delivered. */
export function ChannelMutationDialog({
  mutation,
  onClose,
}: {
  mutation: ChannelMutation;
  onClose: () => void;
}) {
  const resend = useReportedMutation(messageChannels.resend);
  const confirm = useReportedMutation(messageChannels.confirm);
  const resendAll = useReportedMutation(messageChannels.resendAll);
  const { title, ok, done } = textsOfKind[mutation.kind];
  const submit = async () => {
    const answer =
      mutation.kind === 'resendAll'
        ? await resendAll.mutation({ body: { channel: mutation.channel } }, done)
        : await (mutation.kind === 'resend' ? resend : confirm).mutation(
            { params: { id: mutation.row.id } },
            done,
          );
    if (answer) onClose();
  };
  return (
    <AppModal
      open
      title={title}
      width={460}
      okText={ok}
      confirmLoading={resend.running || confirm.running || resendAll.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{sentenceOf(mutation)}</p>
    </AppModal>
  );
}

function sentenceOf(mutation: ChannelMutation): string {
  if (mutation.kind === 'resendAll') {
    return `${mutation.count} 条发送失败的${mutation.label}重新排队发送。请先确认失败的原因已经排除。`;
  }
  const { phone, channelLabel, state } = mutation.row;
  if (mutation.kind === 'confirm') {
    return `发给 ${phone} 的${channelLabel}记为已送达，不再发送。请先到服务商的控制台核实。`;
  }
  const resendText = `发给 ${phone} 的${channelLabel}重新排队发送。`;
  return state === 'unknown'
    ? `${resendText}它可能已经送达，对方会收到两次；请先到服务商的控制台核实。`
    : resendText;
}
