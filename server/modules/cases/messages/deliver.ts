import { randomUUID } from 'node:crypto';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { messageRetentionDays, recipientLimits, recipientRetentionDays } from '#domain/messages/limits.ts';
import { afterQuietHours } from '#domain/messages/quiet-hours.ts';
import { maxDeliveryAttempts, retryDelayMs } from '#domain/messages/retry.ts';
import type { MessageGateway, SendOutcome } from '#server/adapters/gateways/messages/gateway.ts';
import type { ExternalChannel } from '#server/adapters/gateways/messages/message-gateways.ts';
import type { Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import * as queries from './outbound.queries.ts';
import { findQuietHours } from './preferences.ts';

/** Longer than any gateway waits for its answers. */
const abandonedAfterMs = 60_000;
/**
 * A sender that was paused for so long after claiming a message may be considered dead, and must not send it.
 */
const maxClaimAgeMs = 20_000;
const parallelSenders = 4;
const dayMs = 86_400_000;

type DeliveryContext = Pick<JobContext, 'db' | 'crypto' | 'gateways' | 'now' | 'log' | 'stopSignal'>;

/** Sends due messages, several in parallel, until none is left. */
export async function deliverMessages(context: DeliveryContext): Promise<void> {
  const gateways = Object.values(context.gateways).filter((gateway) => gateway !== undefined);
  const released = await queries.releaseAbandoned(context.db, {
    before: new Date(context.now().getTime() - abandonedAfterMs),
    gatewaysWithIds: gateways.filter(({ recognisesIds }) => recognisesIds).map(({ name }) => name),
    now: context.now(),
  });
  if (released > 0)
    context.log.warn({ messages: released }, 'Some message senders stopped; their messages are released');
  await Promise.all(Array.from({ length: parallelSenders }, () => sendAll(context)));
}

async function sendAll(context: DeliveryContext): Promise<void> {
  while (!context.stopSignal?.aborted) {
    const message = await claimDueMessage(context);
    if (message === 'none') return;
    if (message !== 'skipped') await send(context, message);
  }
}

interface ClaimedDelivery {
  message: queries.ClaimedMessage;
  gateway: MessageGateway;
  token: string;
  /** Time of a monotonic clock. */
  claimedAt: number;
}

/**
 * Claims one due message in a transaction of its own before it leaves the portal. The database records the
 * request to the provider first, so that a killed server cannot hide that a message may have been sent.
 */
function claimDueMessage(context: DeliveryContext): Promise<ClaimedDelivery | 'none' | 'skipped'> {
  return inTransaction(context.db, async (tx) => {
    const now = context.now();
    const message = await queries.lockDueMessage(tx, now);
    if (!message) return 'none';
    const gateway = context.gateways[message.channel as ExternalChannel];
    if (!gateway || message.receiver_sealed === null) {
      await queries.markDeadLetter(tx, message.id, gateway ? 'receiver-forgotten' : 'channel-closed', now);
      return 'skipped';
    }
    const quietUntil = await findQuietHoursEnd(tx, message, now);
    if (quietUntil) {
      await queries.postponeMessage(tx, message.id, quietUntil);
      return 'skipped';
    }
    const limitEnd = await findLimitEnd(tx, message.receiver_digest, now);
    if (limitEnd) {
      await queries.postponeMessage(tx, message.id, limitEnd);
      return 'skipped';
    }
    const token = randomUUID();
    await queries.claimMessage(tx, message.id, { token, gateway: gateway.name, now });
    return { message, gateway, token, claimedAt: performance.now() };
  });
}

/**
 * Returns the end of the recipient's quiet hours if a text message falls into them now, whenever it was
 * written and however often it was tried; undefined if it may be sent.
 */
async function findQuietHoursEnd(
  tx: Tx,
  message: queries.ClaimedMessage,
  now: Date,
): Promise<Date | undefined> {
  const { channel, receiver_staff_id: staffId } = message;
  if (channel !== MessageChannel.sms || staffId === null) return undefined;
  const until = afterQuietHours(now, await findQuietHours(tx, staffId));
  return until > now ? until : undefined;
}

async function findLimitEnd(tx: Tx, digest: string, now: Date): Promise<Date | undefined> {
  await queries.lockReceiver(tx, digest);
  for (const limit of recipientLimits) {
    const until = await queries.findLimitEnd(tx, digest, { ...limit, now });
    if (until) return until;
  }
  return undefined;
}

async function send(
  context: DeliveryContext,
  { message, gateway, token, claimedAt }: ClaimedDelivery,
): Promise<void> {
  if (performance.now() - claimedAt > maxClaimAgeMs) return;
  const { id, content } = message;
  const receiver = context.crypto.open(message.receiver_sealed ?? '', 'message');
  const outcome = await gateway.send({ id, receiver, content });
  const sendResult = sendResultOf(outcome, { tries: message.tries + 1, gateway, now: context.now() });
  await queries.recordResult(context.db, id, token, sendResult);
  if (outcome.kind === 'accepted') return;
  const fields = { messageId: id, gateway: gateway.name, fault: outcome.fault, state: sendResult.state };
  context.log.warn(fields, 'A message was not accepted by the gateway');
}

/**
 * Returns the new state of a message after an attempt. An attempt that the provider may have accepted is
 * repeated only if the gateway recognises the message's id, never otherwise.
 */
function sendResultOf(
  outcome: SendOutcome,
  { tries, gateway, now }: { tries: number; gateway: MessageGateway; now: Date },
): queries.SendResult {
  if (outcome.kind === 'accepted') return { state: 'accepted', providerId: outcome.providerId, now };
  const { fault: problem } = outcome;
  const rejected = outcome.kind === 'rejected';
  const mayRetry = outcome.kind === 'unknown' ? gateway.recognisesIds : outcome.mayRetry;
  if (outcome.kind === 'unknown' && !mayRetry) return { state: 'unknown', fault: problem, now };
  if (!mayRetry || tries >= maxDeliveryAttempts)
    return { state: rejected ? 'dead' : 'unknown', fault: problem, rejected, now };
  return {
    state: 'waiting',
    fault: problem,
    rejected,
    dueAt: new Date(now.getTime() + retryDelayMs(tries, Math.random())),
    now,
  };
}

/** Deletes phone numbers, and later the messages without an order. */
export async function cleanUpMessages({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
  await queries.deletePhoneNumbers(db, daysAgo(recipientRetentionDays));
  await queries.deleteOldMessages(db, daysAgo(messageRetentionDays));
}
