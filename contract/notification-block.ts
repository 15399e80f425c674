import { z } from 'zod';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { withFallback } from './endpoint.ts';

/** A notification that is sent with an action, in both spellings of S1 §3; see docs/decisions/0103. */

/** Makes a block optional: old clients send an empty block as an empty text or list. */
const optionalBlock = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (block) => (block === '' || block === 0 || block === false || isEmptyList(block) ? null : block),
    schema.nullish(),
  );

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Returns a schema for several entries, as a list or joined by commas; duplicates are removed. */
function entryList<S extends z.ZodType>(entry: S, max: number) {
  return z.preprocess((input) => [...new Set(partsOf(input))], z.array(entry).max(max) as z.ZodArray<S>);
}

function partsOf(input: unknown): unknown[] {
  if (input === undefined || input === null) return [];
  const parts = Array.isArray(input) ? input : String(input).split(/[,，]/);
  return parts
    .map((part) => (typeof part === 'number' ? String(part) : part))
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '');
}

const channels = entryList(z.enum(MessageChannel), 10);
const targets = entryList(z.string().max(120), 100);
const text = withFallback(z.string().max(2_000), '');

/** True if the notification is sent: 0 or 1, as number or text, or a boolean. */
const isOn = z.preprocess(
  (input) => (input === undefined || input === null || input === '' ? '0' : String(input)),
  z.enum(['0', '1', 'false', 'true']).transform((input) => input === '1' || input === 'true'),
);

/** `message`: if no person is named, it goes to the next handlers. */
export const NotificationBlock = optionalBlock(
  z.strictObject({
    candidateList: targets.optional(),
    msgNotify: isOn.optional(),
    msg: text,
    channelType: channels.optional(),
  }),
);

/** `workorderSendMessageVo`, for sending a message of an order without an action (S1 §7). */
export const SendMessageBlock = optionalBlock(
  z.strictObject({
    code: targets.optional(),
    content: text,
    bigChannelType: channels.optional(),
    bizCode: z.unknown().optional(),
    name: z.unknown().optional(),
    belongs: z.unknown().optional(),
  }),
);
