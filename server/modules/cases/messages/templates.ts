import type { messageTemplates } from '#contract/message-templates.ts';
import { Permission } from '#domain/access/actor.ts';
import { MessageChannel, messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import {
  defaultContents,
  isTemplatedIn,
  type TemplatedEvent,
  templatedEvents,
} from '#domain/messages/default-contents.ts';
import { maxContentLength } from '#domain/messages/limits.ts';
import { messageEventLabel } from '#domain/messages/message-event.ts';
import { missingContentText } from '#domain/messages/missing-content.ts';
import { unknownPlaceholders } from '#domain/messages/placeholders.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import { isBlank, problemOfLength } from '#domain/texts/characters.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  digestOfDialogState,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import * as queries from './templates.queries.ts';

const requiredRight = { permission: Permission.manageTemplates };

const maxNameLength = 30;
const maxPresets = 50;

/** Lists the texts of every event and channel, and the message presets. */
export async function listTemplates(context: Pick<Context, 'db'>) {
  const rows = await queries.listTemplates(context.db);
  const templateByEvent = new Map(rows.map((row) => [`${row.event} ${row.channel}`, row]));
  const events = templatedEvents.flatMap((event) =>
    channelsOf(event).map((channel) => {
      const officeTemplate = templateByEvent.get(`${event} ${channel}`);
      return {
        event,
        eventLabel: messageEventLabel[event],
        channel,
        channelLabel: messageChannelLabel[channel],
        content: officeTemplate?.content ?? defaultContents[event],
        isDefault: officeTemplate === undefined,
        updatedAt: officeTemplate?.updatedAt.toISOString() ?? null,
        updatedByName: officeTemplate?.updatedByName ?? '',
        digest: digestOfEventTemplate(event, officeTemplate),
      };
    }),
  );
  const picked = rows
    .filter(({ kind }) => kind === 'picked')
    .map(({ id, name, content, sort, updatedAt, updatedByName }) => ({
      id,
      name,
      content,
      sort,
      updatedAt: updatedAt.toISOString(),
      updatedByName,
      digest: digestOfPreset({ name, content, sort }),
    }));
  return { events, picked };
}

const channelsOf = (event: TemplatedEvent) =>
  Object.values(MessageChannel).filter((channel) => isTemplatedIn(event, channel));

/**
 * Checks the text of a message: refuses an empty text, one that is too long, and an unknown placeholder. The
 * channel is that of a message that is sent.
 */
export function checkContent(content: string, channel?: MessageChannel): Problem[] {
  if (isBlank(content)) return [{ field: 'content', message: missingContentText(channel) }];
  const tooLong = problemOfLength(content, maxContentLength, '消息内容');
  if (tooLong !== undefined) return [{ field: 'content', message: tooLong }];
  const unknown = unknownPlaceholders(content);
  if (unknown.length === 0) return [];
  return [{ field: 'content', message: `占位符不存在：${unknown.join('、').slice(0, 100)}` }];
}

const auditRecordOf = (verb: string, objectId: string, detail: Record<string, unknown>) => ({
  chain: 'message-template',
  action: `message-template.${verb}`,
  objectKind: 'message-template',
  objectId,
  detail,
});

/** Stores the office's own text for an event and channel; null restores the built-in one. */
export async function saveEventTemplate(
  call: ActingCall<typeof messageTemplates.saveEvent>,
  request: {
    event: TemplatedEvent;
    channel: MessageChannel;
    content: string | null;
    digest?: string | undefined;
  },
) {
  const { event, channel, content } = request;
  const problems = content === null ? [] : checkContent(content);
  if (!isTemplatedIn(event, channel)) {
    problems.push({ field: 'channel', message: '该事件的站内消息有自己的内容，不使用模板' });
  }
  if (problems.length > 0) return refuse('badInput', { problems });
  const { context, actor } = call;
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const rows = await queries.lockTemplates(tx);
    const row = rows.find((each) => each.event === event && each.channel === channel);
    const refusal = await refuseOverwriting(tx, {
      over: request.digest,
      current: digestOfEventTemplate(event, row),
      title: '消息模板',
      lastChange: { kind: 'message-template', id: `${event}:${channel}` },
    });
    if (refusal) return refusal;
    if (content === null) await queries.deleteEventTemplate(tx, event, channel);
    else {
      await queries.upsertEventTemplate(tx, {
        id: context.newId(),
        kind: 'event',
        event,
        channel,
        content: content.trim(),
        updated_at: context.now(),
        updated_by_name: actor.name,
      });
    }
    return { answer: {}, auditRecord: auditRecordOf('save', `${event}:${channel}`, { content }) };
  });
}

/** Returns the digest of the text of an event, the office's own or the built-in one. */
const digestOfEventTemplate = (
  event: TemplatedEvent,
  officeTemplate: Pick<queries.MessageTemplateRow, 'content'> | undefined,
) => digestOfDialogState([officeTemplate !== undefined, officeTemplate?.content ?? defaultContents[event]]);

/** Returns the digest of a message preset. */
const digestOfPreset = ({
  name,
  content,
  sort,
}: Pick<queries.MessageTemplateRow, 'name' | 'content' | 'sort'>) =>
  digestOfDialogState([name, content, sort]);

interface PresetInput {
  id?: string | undefined;
  name: string;
  content: string;
  sort: number;
  digest?: string | undefined;
}

/** Adds a message preset, or replaces the one with the id. */
export async function savePreset(call: ActingCall<typeof messageTemplates.savePreset>, input: PresetInput) {
  const problems = [...checkName(input.name), ...checkContent(input.content)];
  if (problems.length > 0) return refuse('badInput', { problems });
  const { context, actor } = call;
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const presets = (await queries.lockTemplates(tx)).filter(({ kind }) => kind === 'picked');
    if (input.id === undefined && presets.length >= maxPresets) {
      return refuse('badInput', { problems: [{ field: 'name', message: `最多${maxPresets}条消息内容` }] });
    }
    const id = input.id ?? context.newId();
    const current = presets.find((each) => each.id === input.id);
    if (input.id !== undefined && !current) return refuse('notFound');
    const refusal = current && (await refuseUnseenPreset(tx, current, input.digest));
    if (refusal) return refusal;
    const row = {
      id,
      kind: 'picked' as const,
      name: input.name.trim(),
      content: input.content.trim(),
      sort_by: input.sort,
      updated_at: context.now(),
      updated_by_name: actor.name,
    };
    await queries.upsertPreset(tx, row, input.id === undefined ? 'new' : 'change');
    return {
      answer: { id },
      auditRecord: auditRecordOf('save-picked', id, { name: row.name, content: row.content }),
    };
  });
}

function refuseUnseenPreset(tx: Tx, row: queries.MessageTemplateRow, over: string | undefined) {
  const by = { kind: 'message-template', id: row.id };
  return refuseOverwriting(tx, { over, current: digestOfPreset(row), title: '消息内容', lastChange: by });
}

function checkName(name: string): Problem[] {
  if (isBlank(name)) return [{ field: 'name', message: '请输入名称' }];
  const tooLong = problemOfLength(name.trim(), maxNameLength, '名称');
  return tooLong === undefined ? [] : [{ field: 'name', message: tooLong }];
}

export function removePreset(
  call: ActingCall<typeof messageTemplates.removePreset>,
  id: string,
  digest: string | undefined,
) {
  return actIfStillAllowed(call, requiredRight, async (tx) => {
    const row = (await queries.lockTemplates(tx)).find((each) => each.id === id && each.kind === 'picked');
    if (!row) return refuse('notFound');
    const refusal = await refuseUnseenPreset(tx, row, digest);
    if (refusal) return refusal;
    const deleted = await queries.deletePreset(tx, id);
    return { answer: { deleted }, auditRecord: auditRecordOf('remove-picked', id, { name: row.name }) };
  });
}
