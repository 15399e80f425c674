import { type ChannelStatus, messageChannels, type OutboundMessage } from '#contract/message-channels.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useDeed } from './use-deed.ts';

export type ChannelDeed =
  | { kind: 'resend' | 'confirm'; row: OutboundMessage }
  | { kind: 'resendAll'; channel: ChannelStatus['channel']; label: string; count: number };

const words = {
  resend: { title: '重新发送消息', ok: '确认重发', done: '已重新排队发送' },
  confirm: { title: '确认消息已送达', ok: '确认已送达', done: '已记为送达' },
  resendAll: { title: '重发全部失败消息', ok: '确认重发', done: '已重新排队发送' },
} as const;

/** Asks before a message is sent again, or taken for arrived. */
export function ChannelDeedDialog({ deed, onClose }: { deed: ChannelDeed; onClose: () => void }) {
  const resend = useDeed(messageChannels.resend);
  const confirm = useDeed(messageChannels.confirm);
  const resendAll = useDeed(messageChannels.resendAll);
  const { title, ok, done } = words[deed.kind];
  const submit = async () => {
    const answer =
      deed.kind === 'resendAll'
        ? await resendAll.deed({ body: { channel: deed.channel } }, done)
        : await (deed.kind === 'resend' ? resend : confirm).deed({ params: { id: deed.row.id } }, done);
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
      <p>{sentenceOf(deed)}</p>
    </AppModal>
  );
}

function sentenceOf(deed: ChannelDeed): string {
  if (deed.kind === 'resendAll') {
    return `${deed.count} 条发送失败的${deed.label}重新排队发送。请先确认失败的原因已经排除。`;
  }
  const { phone, channelLabel, state } = deed.row;
  if (deed.kind === 'confirm') {
    return `发给 ${phone} 的${channelLabel}记为已送达，不再发送。请先到服务商的控制台核实。`;
  }
  const again = `发给 ${phone} 的${channelLabel}重新排队发送。`;
  return state === 'unknown' ? `${again}它可能已经送达，对方会收到两次；请先到服务商的控制台核实。` : again;
}
