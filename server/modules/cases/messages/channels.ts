import type { messageChannels } from '#contract/message-channels.ts';
import { Permission } from '#domain/access/actor.ts';
import { isMessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { isMessageEvent, messageEventLabel } from '#domain/messages/message-event.ts';
import { type MessageState, messageStateLabel, messageStates } from '#domain/messages/message-state.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { maskMobile } from '#domain/sensitive/masks.ts';
import type { ExternalChannel } from '#server/adapters/gateways/messages/message-gateways.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import * as queries from './channels.queries.ts';
import { externalChannels } from './preferences.ts';

const requiredRight = { permission: Permission.operateSystem };

const gatewayLabel: Record<string, string> = {
  twin: '演示渠道',
  'aliyun-sms': '阿里云短信',
  'tencent-sms': '腾讯云短信',
  'government-chat': '政务钉钉工作通知',
};

/** Returns the channels with their gateways and the number of messages in each state. */
export async function readChannelStatus({ db, gateways }: Context) {
  const counts = await queries.countByState(db);
  return {
    channels: externalChannels.map((channel) => {
      const gateway = gateways[channel];
      const countOf = (state: MessageState) =>
        counts.find((row) => row.channel === channel && row.state === state)?.count ?? 0;
      return {
        channel,
        label: messageChannelLabel[channel],
        gateway: gateway ? (gatewayLabel[gateway.name] ?? gateway.name) : '',
        isOpen: gateway !== undefined,
        isTwin: gateway?.isSimulated ?? false,
        counts: Object.fromEntries(messageStates.map((state) => [state, countOf(state)])) as Record<
          MessageState,
          number
        >,
      };
    }),
  };
}

interface Paging {
  page: number;
  size: number;
  channel?: ExternalChannel | undefined;
}

export async function listExternalMessages(
  { db, crypto }: Context,
  filter: Paging & { state?: MessageState | undefined },
) {
  const { rows, total } = await queries.listOutboundMessages(db, filter);
  return { rows: rows.map((row) => presentOutbound(row, crypto)), total };
}

function presentOutbound(row: queries.OutboundRow, crypto: Context['crypto']) {
  return {
    id: row.id,
    channel: row.channel as ExternalChannel,
    channelLabel: labelOf(row.channel),
    eventLabel: isMessageEvent(row.event) ? messageEventLabel[row.event] : '手工发送',
    phone: row.receiver_sealed === null ? '' : maskMobile(crypto.open(row.receiver_sealed, 'message')),
    state: row.state,
    stateLabel: messageStateLabel[row.state],
    tries: row.tries,
    fault: row.fault,
    gateway: gatewayLabel[row.gateway] ?? row.gateway,
    providerId: row.provider_id,
    createdAt: row.created_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
    dueAt: row.due_at.toISOString(),
    can: allowedActions(row),
  };
}

type OperatorAction = 'resend' | 'confirm';

/** Returns what an operator may do: send a dead letter again; for an unknown result also confirm that it was sent. */
function allowedActions({
  state,
  receiver_sealed,
}: Pick<queries.OutboundRow, 'state' | 'receiver_sealed'>): OperatorAction[] {
  const resend: OperatorAction[] = receiver_sealed === null ? [] : ['resend'];
  if (state === 'dead') return resend;
  return state === 'unknown' ? [...resend, 'confirm'] : [];
}

/**
 * Lists the messages that the simulators received. Their content is shown in demo mode only, because
 * operators do not participate in matters.
 */
export async function listSimulatorMessages({ db, crypto, config }: Context, filter: Paging) {
  const { rows, total } = await queries.listSimulatorMessages(db, filter);
  const isDemo = config.mode === 'demo';
  return {
    rows: rows.map((row) => ({
      id: row.id,
      channelLabel: labelOf(row.channel),
      phone: maskMobile(crypto.open(row.receiver_sealed, 'message')),
      content: isDemo ? row.content : null,
      receivedAt: row.received_at.toISOString(),
    })),
    total,
  };
}

function labelOf(channel: string): string {
  return isMessageChannel(channel) ? messageChannelLabel[channel] : channel;
}

const auditRecordOf = (action: string, objectId: string, detail: Record<string, unknown>) => ({
  chain: 'message',
  action: `message.${action}`,
  objectKind: 'message',
  objectId,
  detail,
});

export const resendMessage = (call: ActingCall<typeof messageChannels.resend>, id: string) =>
  recordOperatorDecision(call, id, 'resend');

export const confirmMessage = (call: ActingCall<typeof messageChannels.confirm>, id: string) =>
  recordOperatorDecision(call, id, 'confirm');

/** Records the operator's decision about one message without a final result. */
async function recordOperatorDecision(
  call: ActingCall<typeof messageChannels.resend | typeof messageChannels.confirm>,
  id: string,
  action: OperatorAction,
) {
  const { context } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    const message = await queries.lockMessage(tx, id);
    if (!message) return refuse('notFound');
    if (!allowedActions(message).includes(action)) return refuse('messageNotResendable');
    const { channel, state, fault: problem, tries } = message;
    if (action === 'resend') await queries.requeueMessage(tx, id, context.now());
    else await queries.markMessageSent(tx, id, context.now());
    return { answer: {}, auditRecord: auditRecordOf(action, id, { channel, state, fault: problem, tries }) };
  });
  context.notifier.wake('message.deliver');
  return answer;
}

/** Sends every dead letter of a channel again, for example after a wrong setting was corrected. */
export async function resendAll(
  call: ActingCall<typeof messageChannels.resendAll>,
  { channel }: { channel: ExternalChannel },
) {
  const { context } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    const resent = await queries.requeueDeadLetters(tx, channel, context.now());
    return { answer: { resent }, auditRecord: auditRecordOf('resend-all', channel, { channel, resent }) };
  });
  context.notifier.wake('message.deliver');
  return answer;
}
