import type { InputOf } from '#contract/endpoint.ts';
import type { orderMessages } from '#contract/order-messages.ts';
import type { Actor } from '#domain/access/actor.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import {
  isMessageChannel,
  MessageChannel,
  messageChannelLabel,
} from '#domain/enumerations/message-channel.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import { maxSendingsPerHour } from '#domain/messages/limits.ts';
import { messageStateLabel } from '#domain/messages/message-state.ts';
import { fillTemplate } from '#domain/messages/placeholders.ts';
import { afterQuietHours } from '#domain/messages/quiet-hours.ts';
import { applicantTarget, readTargets, type Target } from '#domain/messages/targets.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { maskMobile } from '#domain/sensitive/masks.ts';
import type { ExternalChannel } from '#server/adapters/gateways/messages/message-gateways.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { derivedKeysByTime, findAnswer, runIdempotently } from '#server/kernel/http/idempotency.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import { type ActingCall, appendOrderAudit } from '#server/modules/access/audit/service.ts';
import {
  type ApplicantRecipient,
  checkContent,
  externalChannels,
  findApplicantRecipient,
  findPlaceholderValues,
  listOrderMessages,
  listPresets,
  type NewOutboundMessage,
  queueOutboundMessages,
  sendMessages,
} from '#server/modules/cases/messages/service.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import { findPeople, maySend, type OrderPerson } from './order-people.ts';

/** Lists the messages sent about an order, newest first (S1 §7, S2 §3 history rows). */
export async function presentOrderMessages(
  { db, crypto }: Pick<Context, 'db' | 'crypto'>,
  { order }: ReadableOrder,
  paging: { page: number; size: number },
) {
  const { rows, total } = await listOrderMessages(db, order.id, paging);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      content: row.content,
      messageSendTime: row.created_at.toISOString(),
      phone: row.receiver_sealed === null ? '' : maskMobile(crypto.open(row.receiver_sealed, 'message')),
      receiverName: row.receiver_name,
      bigChannelType: row.channel as MessageChannel,
      channelLabel: isMessageChannel(row.channel) ? messageChannelLabel[row.channel] : row.channel,
      senderName: row.sent_by_name === '' ? '系统' : row.sent_by_name,
      belongs: row.belongs,
      state: row.state,
      stateLabel: messageStateLabel[row.state],
    })),
    total,
  };
}

/** Returns the messages that this person may send about the order, with their targets and channels. */
export async function readSendingChoices(context: Context, actor: Actor, readableOrder: ReadableOrder) {
  const { term, mobile } = await findApplicantRecipient(context, readableOrder.order.id);
  const order = { title: readableOrder.order.title, applicantWord: term };
  if (!maySend(readableOrder, actor))
    return { ...order, canSend: false, channels: [], contents: [], targets: [] };
  const [people, presets, placeholders] = await Promise.all([
    findPeople(context, readableOrder),
    listPresets(context.db),
    findPlaceholderValues(context.db, readableOrder.order.id, { sender: actor.staffId, now: context.now() }),
  ]);
  const open = externalChannels.filter((channel) => context.gateways[channel] !== undefined);
  const others = people.filter(({ staffId }) => staffId !== actor.staffId);
  return {
    ...order,
    canSend: true,
    channels: [MessageChannel.sms, MessageChannel.inPortal, MessageChannel.governmentChat]
      .filter((channel) => channel === MessageChannel.inPortal || open.includes(channel))
      .map((channel) => ({
        channel,
        label: messageChannelLabel[channel],
        isTwin: context.gateways[channel as ExternalChannel]?.isSimulated ?? false,
      })),
    contents: presets.map(({ id, name, content }) => ({
      id,
      name,
      content: placeholders ? fillTemplate(content, placeholders.values) : content,
    })),
    targets: [
      ...(mobile === undefined
        ? []
        : [
            {
              value: applicantTarget,
              name: term,
              part: term,
              mobile: maskMobile(mobile),
              channels: [MessageChannel.sms],
            },
          ]),
      ...others.map((person) => ({
        value: `staff:${person.staffId}`,
        name: person.name,
        part: person.roleInOrder,
        mobile: person.mobile === undefined ? null : maskMobile(person.mobile),
        channels: [MessageChannel.inPortal, ...(person.mobile === undefined ? [] : externalChannels)],
      })),
    ],
  };
}

type SendCall = ActingCall<typeof orderMessages.send> & {
  readonly actor: Actor;
  readonly order: ReadableOrder;
};
type SendBody = InputOf<typeof orderMessages.send>['body'];

/**
 * Sends a message about the order: returns all problems at once, or writes all recipients in one transaction
 * with its audit record.
 */
export async function sendOrderMessage(call: SendCall, body: SendBody) {
  const { context, actor, order: readableOrder } = call;
  if (!maySend(readableOrder, actor)) return refuse('forbidden');
  const { order } = readableOrder;
  const now = context.now();
  // A client that sends no key and repeats a request within 10 to 20 minutes means the same sending; a
  // repetition is not counted as another one.
  const keys: readonly [string, ...string[]] =
    call.idempotencyKey === undefined ? derivedKeysByTime(call, now) : [call.idempotencyKey];
  const earlierAnswer = await findAnswer(context.db, call, keys);
  if (earlierAnswer) return earlierAnswer;
  const [people, applicant, placeholders] = await Promise.all([
    findPeople(context, readableOrder),
    findApplicantRecipient(context, order.id),
    findPlaceholderValues(context.db, order.id, { sender: actor.staffId, now }),
  ]);
  const sending = readRecipients(body, { people, applicant, isOpen: createChannelCheck(context) });
  if ('problems' in sending) return refuse('badInput', { problems: sending.problems });
  const { channel, recipients } = sending;
  const limit = { bucket: `message:send:${actor.staffId}`, limit: maxSendingsPerHour, windowSeconds: 3600 };
  if (!(await reserveHits(context.db, [limit], now))) return refuse('tooManyRequests');

  const content = placeholders ? fillTemplate(body.content.trim(), placeholders.values) : body.content.trim();
  const sendingId = context.newId();
  const workorder = { id: order.id, code: order.code };
  const rows = recipients.map(
    (recipient, index): NewOutboundMessage => ({
      cause: `send:${sendingId}:${index}`,
      channel,
      event: 'order-message',
      content,
      receiver: channel === MessageChannel.inPortal ? { ...recipient, mobile: undefined } : recipient,
      dueAt: channel === MessageChannel.sms ? afterQuietHours(now, recipient.quietHours) : now,
      workorder,
      sender: actor,
      belongs: body.belongs,
    }),
  );
  return inTransaction(context.db, (tx) =>
    runIdempotently(tx, { ...call, idempotencyKey: keys[0] }, async () => {
      await queueOutboundMessages(tx, context, rows);
      const recipientIds = recipients.flatMap(({ staffId }) => (staffId === undefined ? [] : [staffId]));
      if (channel === MessageChannel.inPortal) {
        const title = firstLine({
          eventText: '办件消息',
          personName: actor.name,
          reasonText: content,
          orderTitle: order.title,
        });
        await sendMessages(
          tx,
          context,
          recipientIds.map((staffId) => ({ staffId, kind: 'system', title, content, workorder })),
        );
      }
      await appendOrderAudit(tx, context, {
        workorderId: order.id,
        actor,
        action: 'work-order.send-message',
        detail: {
          channel,
          receivers: recipients.map(({ name, mobile, staffId }) => ({
            name,
            ...(staffId !== undefined && { staffId }),
            ...(mobile !== undefined && { phone: maskMobile(mobile) }),
          })),
          picked: body.name,
          belongs: body.belongs,
        },
        requestId: call.requestId,
      });
      return { sent: rows.length };
    }),
  );
}

const createChannelCheck =
  ({ gateways }: Context) =>
  (channel: MessageChannel): boolean =>
    channel === MessageChannel.inPortal || gateways[channel] !== undefined;

interface Recipient {
  name: string;
  mobile?: string | undefined;
  staffId?: string;
  quietHours?: OrderPerson['quietHours'];
}

/** Name of a recipient of whom the sender typed only the number. */
const phoneRecipientName = '手机号';

interface RecipientFacts {
  people: readonly OrderPerson[];
  applicant: ApplicantRecipient;
  isOpen(channel: MessageChannel): boolean;
}

/** Returns the recipients of a sending, or all its problems (S1 §5, S2 §5). */
function readRecipients(
  body: SendBody,
  facts: RecipientFacts,
): { channel: MessageChannel; recipients: Recipient[] } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const channel = body.bigChannelType === '' ? undefined : body.bigChannelType;
  const targets = readTargets(body.code, channel ?? MessageChannel.sms);
  if (typeof targets === 'string') problems.push({ field: 'code', message: targets });
  problems.push(...checkContent(body.content, channel));
  if (channel === undefined) problems.push({ field: 'bigChannelType', message: '请选择消息渠道' });
  else if (!facts.isOpen(channel)) problems.push({ field: 'bigChannelType', message: '该消息渠道尚未开通' });
  const found =
    typeof targets === 'string' ? [] : targets.map((target) => recipientOf(target, channel, facts));
  for (const message of new Set(found.filter((one) => typeof one === 'string'))) {
    problems.push({ field: 'code', message });
  }
  if (problems.length > 0 || channel === undefined) return { problems };
  return {
    channel,
    recipients: uniqueRecipients(
      channel,
      found.filter((one) => typeof one !== 'string'),
    ),
  };
}

/**
 * Returns each recipient once, by account for in-portal messages, else by number, however often it was named;
 * a recipient known to the office keeps the name.
 */
function uniqueRecipients(channel: MessageChannel, recipients: readonly Recipient[]): Recipient[] {
  const recipientByAddress = new Map<string, Recipient>();
  for (const recipient of recipients) {
    const address = (channel === MessageChannel.inPortal ? recipient.staffId : recipient.mobile) ?? '';
    const earlier = recipientByAddress.get(address);
    if (earlier === undefined || recipientPriority(recipient) > recipientPriority(earlier))
      recipientByAddress.set(address, recipient);
  }
  return [...recipientByAddress.values()];
}

/**
 * Returns the priority of a recipient: a colleague, whose quiet hours count, before the applicant, and either
 * before a bare number.
 */
function recipientPriority({ staffId, name }: Recipient): number {
  if (staffId !== undefined) return 2;
  return name === phoneRecipientName ? 0 : 1;
}

/** Returns one recipient, or the reason why there is none. */
function recipientOf(
  target: Target,
  channel: MessageChannel | undefined,
  { people, applicant }: RecipientFacts,
): Recipient | string {
  if (target.kind === 'phone') return { name: phoneRecipientName, mobile: target.mobile };
  if (target.kind === 'applicant') {
    const { term, mobile } = applicant;
    return mobile === undefined ? applicantTexts(term).noMobile : { name: term, mobile };
  }
  const person = people.find(({ staffId }) => staffId === target.staffId);
  if (!person) return '只能发送给参与该办件的在岗人员';
  if (channel !== MessageChannel.inPortal && person.mobile === undefined) {
    return `${person.name}没有登记手机号，只能接收站内消息`;
  }
  const { name, mobile, staffId, quietHours } = person;
  return { name, mobile, staffId, quietHours };
}
