import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { defaultContents, isTemplatedEvent } from '#domain/messages/default-contents.ts';
import type { MessageEvent } from '#domain/messages/message-event.ts';
import { fillTemplate } from '#domain/messages/placeholders.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { findPlaceholderValues, valuesWithoutOrder } from './placeholder-values.ts';
import { listEventTemplates } from './templates.queries.ts';

/** A message that one channel is about to send. */
interface ChannelMessage {
  event: MessageEvent;
  channel: MessageChannel;
  content: string;
  workorder?: { id: string; code: string } | undefined;
}

/**
 * Text for external channels of a message that a person wrote about an order: the written text is shown only in
 * the portal.
 */
const externalText = '您有一条办件消息，请登录办件通查阅';

/**
 * Returns the text of each message: the office's template for its event and channel, or else the built-in
 * one, filled in. In the portal a message with a text of its own keeps it; by an external channel only its event
 * is sent, so that a text message has no details of a matter that the office did not write.
 */
export async function textsOf(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  messages: readonly ChannelMessage[],
): Promise<string[]> {
  const events = [...new Set(messages.map(({ event }) => event))].filter(isTemplatedEvent);
  const officeTemplates = events.length > 0 ? await listEventTemplates(tx, events) : [];
  const templates = messages.map(({ event, channel, content, workorder }) => {
    if (!isTemplatedEvent(event)) {
      const isExternal = channel !== MessageChannel.inPortal && workorder !== undefined;
      return isExternal ? externalText : undefined;
    }
    if (channel === MessageChannel.inPortal && hasOwnTexts(event, content)) return undefined;
    return (
      officeTemplates.find((row) => row.event === event && row.channel === channel)?.content ??
      defaultContents[event]
    );
  });
  const orders = new Map<string, Awaited<ReturnType<typeof findPlaceholderValues>>>();
  for (const [index, { workorder }] of messages.entries()) {
    if (!workorder || orders.has(workorder.id) || !templates[index]?.includes('{')) continue;
    orders.set(workorder.id, await findPlaceholderValues(tx, workorder.id, { now: now() }));
  }
  return messages.map(({ content, workorder }, index) => {
    const template = templates[index];
    if (template === undefined) return content;
    return fillTemplate(template, orders.get(workorder?.id ?? '')?.values ?? valuesWithoutOrder(now()));
  });
}

/** Checks whether a message has another text than the default of its event. */
function hasOwnTexts(event: keyof typeof defaultContents, content: string): boolean {
  return content !== '' && content !== defaultContents[event];
}
