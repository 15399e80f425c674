import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { findApplicantRecipient } from './applicant-recipient.ts';
import { queueOutboundMessages } from './outbound.ts';

/**
 * Sends a text message about an order to its applicant, once for each cause; nothing without a mobile number or a gateway
 * for text messages.
 */
export async function tellApplicant(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId' | 'crypto' | 'notifier' | 'gateways'>,
  { workorder, cause, text }: { workorder: { id: string; code: string }; cause: string; text: string },
): Promise<void> {
  if (context.gateways[MessageChannel.sms] === undefined) return;
  const { term, mobile } = await findApplicantRecipient({ db: tx, crypto: context.crypto }, workorder.id);
  if (mobile === undefined) return;
  await queueOutboundMessages(tx, context, [
    {
      cause,
      channel: MessageChannel.sms,
      event: MessageEvent.system,
      content: `${text}办件流水号：${workorder.code}`,
      receiver: { name: term, mobile },
      dueAt: context.now(),
      workorder,
    },
  ]);
}
