import type { messageChannels } from '#contract/message-channels.ts';
import { Permission } from '#domain/access/actor.ts';
import { isMessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { isMessageEvent, messageEventLabel } from '#domain/messages/message-event.ts';
import { type MessageState, messageStateLabel, messageStates } from '#domain/messages/message-state.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { maskMobile } from '#domain/sensitive/masks.ts';
import type { OutwardChannel } from '#server/adapters/gateways/messages/message-gateways.ts';
import type { Context } from '#server/framework/context.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import * as queries from './channels.queries.ts';
import { outwardChannels } from './preferences.ts';

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
    channels: outwardChannels.map((channel) => {
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
  channel?: OutwardChannel | undefined;
}

export async function listMessagesOut(
  { db, crypto }: Context,
  filter: Paging & { state?: MessageState | undefined },
) {
  const { rows, total } = await queries.listOutbound(db, filter);
  return { rows: rows.map((row) => presentOutbound(row, crypto)), total };
}

function presentOutbound(row: queries.OutboundRow, crypto: Context['crypto']) {
  return {
    id: row.id,
    channel: row.channel as OutwardChannel,
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
    can: stepsOf(row),
  };
}

type Step = 'resend' | 'confirm';

/** Returns the allowed steps: a dead letter can be sent again; for an unknown result a person states it. */
function stepsOf({ state, receiver_sealed }: Pick<queries.OutboundRow, 'state' | 'receiver_sealed'>): Step[] {
  const resend: Step[] = receiver_sealed === null ? [] : ['resend'];
  if (state === 'dead') return resend;
  return state === 'unknown' ? [...resend, 'confirm'] : [];
}

/**
 * Lists the messages that the simulators received. Their content is shown in demo mode only, because
 * operators do not participate in matters.
 */
export async function listSimulatorMessages({ db, crypto, config }: Context, filter: Paging) {
  const { rows, total } = await queries.listSimulator(db, filter);
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

const noteOf = (step: string, objectId: string, detail: Record<string, unknown>) => ({
  chain: 'message',
  action: `message.${step}`,
  objectKind: 'message',
  objectId,
  detail,
});

export const resendMessage = (call: ActingCall<typeof messageChannels.resend>, id: string) =>
  decide(call, id, 'resend');

export const confirmMessage = (call: ActingCall<typeof messageChannels.confirm>, id: string) =>
  decide(call, id, 'confirm');

/** Records the operator's decision about one message without a final result. */
async function decide(
  call: ActingCall<typeof messageChannels.resend | typeof messageChannels.confirm>,
  id: string,
  step: Step,
) {
  const { context } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    const message = await queries.lockMessage(tx, id);
    if (!message) return refuse('notFound');
    if (!stepsOf(message).includes(step)) return refuse('messageNotResendable');
    const { channel, state, fault: problem, tries } = message;
    if (step === 'resend') await queries.requeue(tx, id, context.now());
    else await queries.confirmSent(tx, id, context.now());
    return { answer: {}, note: noteOf(step, id, { channel, state, fault: problem, tries }) };
  });
  context.notifier.wake('message.deliver');
  return answer;
}

/** Sends every dead letter of a channel again, for example after a wrong setting was corrected. */
export async function resendAll(
  call: ActingCall<typeof messageChannels.resendAll>,
  { channel }: { channel: OutwardChannel },
) {
  const { context } = call;
  const answer = await actIfStillAllowed(call, requiredRight, async (tx) => {
    const resent = await queries.requeueDead(tx, channel, context.now());
    return { answer: { resent }, note: noteOf('resend-all', channel, { channel, resent }) };
  });
  context.notifier.wake('message.deliver');
  return answer;
}
