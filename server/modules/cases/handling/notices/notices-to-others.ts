import { urgeContent } from '#domain/messages/default-contents.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import { maxCopyReceivers } from '#domain/workflow/model/limits.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { isStarter } from '#domain/workflow/state/panels.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { NewMessage } from '#server/modules/cases/messages/service.ts';
import { type NotifiedSubstitute, substitutesFor } from '#server/modules/cases/substitutes/service.ts';
import { findHolders } from '#server/modules/organisation/organisations/service.ts';

/**
 * Returns the messages about seats that are skipped because no person can answer them. They are sent to the
 * requester, or to the person who now has the slot, whatever the result of the countersign.
 */
export async function noticesOfAbsence(
  tx: Tx,
  context: Pick<Context, 'now'>,
  row: OrderOfAction & { state: OrderState; events: readonly WorkflowEvent[]; title: string },
  orderFields: Pick<NewMessage, 'workorder' | 'isSilent'>,
  nameOf: (key: string) => string,
): Promise<NewMessage[]> {
  const absent = new Map<Panel, string[]>();
  for (const event of row.events) {
    if (event.type !== 'seatClosed' || event.outcome !== 'absent') continue;
    const panel = row.state.panels[event.panelId - 1];
    const keys = panel?.seats[event.seat]?.keys ?? [];
    if (panel?.kind === 'countersign') absent.set(panel, [...(absent.get(panel) ?? []), ...keys.map(nameOf)]);
  }
  const messages: NewMessage[] = [];
  for (const [panel, names] of absent) {
    const requester = (panel.standsFor ?? panel.by).staffId;
    const slot = row.state.tasks[(panel.byTaskId ?? 0) - 1];
    const isStillRequester = isStarter(row.state, panel, { staffId: requester, keys: [] });
    const recipients = isStillRequester ? [requester] : await peopleWithKeys(tx, slot?.candidates ?? []);
    const reasonText = names.join('、');
    const titleFor = (standsFor?: string) =>
      firstLine({
        eventText: '会签席位无人可表态',
        absentPersonName: standsFor,
        reasonText,
        orderTitle: row.title,
      });
    const message = {
      ...orderFields,
      kind: 'system',
      title: titleFor(),
      content: `会签席位“${names.join('”“')}”已无人可以表态，按未表态计，请查阅。`,
    };
    messages.push(...recipients.map((staffId) => ({ ...message, staffId })));
    if (!slot) continue;
    const scope = { taskCode: row.task_code, openedAt: slot.openedAt, initiatorId: row.initiator_id };
    for (const { staffId, absentName } of await substitutesFor(tx, context, recipients, scope)) {
      if (!recipients.includes(staffId)) messages.push({ ...message, staffId, title: titleFor(absentName) });
    }
  }
  return messages;
}

/** Returns messages of out-of-flow actions: a copy to its recipients, an urge to the order's handlers. */
export async function noticesOfCopyOrUrge(
  tx: Tx,
  context: Pick<Context, 'now'>,
  row: OrderOfAction & { events: readonly WorkflowEvent[] } & OrderTexts,
  orderFields: Pick<NewMessage, 'workorder' | 'isSilent'>,
): Promise<NewMessage[]> {
  const messages: NewMessage[] = [];
  for (const event of row.events) {
    if (event.type !== 'copied' && event.type !== 'urged') continue;
    const keys = event.type === 'copied' ? event.keys : event.receivers;
    const recipients = (await peopleWithKeys(tx, keys)).filter((id) => id !== row.actor_id);
    const message =
      event.type === 'copied'
        ? {
            kind: 'copied',
            title: firstLine({
              eventText: '抄送',
              personName: event.by.name,
              reasonText: event.note,
              orderTitle: row.title,
            }),
            content: `${event.by.orgName}${event.by.name}将办件 ${row.code}（${row.item_name}）抄送给您，请查阅。`,
          }
        : {
            kind: 'urged',
            channels: event.channels,
            title: titleOfUrge(event, row),
            content: contentOfUrge(event, row.code),
            ...(event.taskIds.length === 1 && { taskId: event.taskIds[0] as number }),
          };
    messages.push(...recipients.map((staffId) => ({ ...orderFields, ...message, staffId })));
    if (event.type !== 'urged') continue;
    for (const { staffId, absentName } of await substitutesOf(tx, context, row, event, recipients)) {
      messages.push({ ...orderFields, ...message, staffId, title: titleOfUrge(event, row, absentName) });
    }
  }
  return messages;
}

/**
 * Returns the text that the urging person chose, with the reason and the person; with the code if it is not in there.
 */
function contentOfUrge(
  { text, reason, by }: Extract<WorkflowEvent, { type: 'urged' }>,
  code: string,
): string {
  const reasonPart = reason.trim() && `催办原因：${reason.trim()}`;
  const codePart = text.includes(code) ? '' : `，办件流水号：${code}`;
  return `${text}${reasonPart}（${by.orgName}${by.name}催办${codePart}）`;
}

/** Returns the messages of added materials, to the handlers of the open tasks and their substitutes. */
export async function noticesOfPapers(
  tx: Tx,
  context: Pick<Context, 'now'>,
  row: OrderOfAction & { state: OrderState; events: readonly WorkflowEvent[] } & OrderTexts,
  orderFields: Pick<NewMessage, 'workorder' | 'isSilent'>,
): Promise<NewMessage[]> {
  const event = row.events.find(({ type }) => type === 'papersAdded');
  if (event?.type !== 'papersAdded') return [];
  const { by, papers: paperCount, note } = event;
  const messagesByStaff = new Map<string, NewMessage>();
  // Also people who wait for others, because the matter has changed.
  for (const task of openTasks(row.state)) {
    const add = (staffId: string, standsFor?: string) => {
      if (staffId === row.actor_id || messagesByStaff.has(staffId)) return;
      messagesByStaff.set(staffId, {
        ...orderFields,
        staffId,
        kind: 'system',
        title: firstLine({
          eventText: '补充材料',
          absentPersonName: standsFor,
          personName: by.name,
          reasonText: note,
          orderTitle: row.title,
        }),
        content: `${by.orgName}${by.name}为办件 ${row.code}（${row.item_name}）补充了 ${paperCount} 份材料，请查阅。${note}`,
        taskId: task.id,
      });
    };
    const recipients = await peopleWithKeys(tx, task.candidates);
    for (const staffId of recipients) add(staffId);
    const { openedAt, askedBy } = task;
    const scope = { taskCode: row.task_code, openedAt, initiatorId: row.initiator_id, askedBy };
    for (const { staffId, absentName } of await substitutesFor(tx, context, recipients, scope))
      add(staffId, absentName);
  }
  return [...messagesByStaff.values()];
}

/**
 * Returns the first line of an urge: its own title, which usually names the order, and its reason; without a
 * reason its text, unless that is the default text.
 */
function titleOfUrge(
  { title, text, reason, by }: Extract<WorkflowEvent, { type: 'urged' }>,
  { title: subject, code }: Pick<OrderTexts, 'title' | 'code'>,
  standsFor?: string,
): string {
  const eventText = title.replace(subject, '').replace(/[：:\s]+$/, '') || '催办';
  const reasonText = reason.trim() || (text === urgeContent(code) ? '' : text);
  return firstLine({
    eventText,
    absentPersonName: standsFor,
    personName: by.name,
    reasonText,
    orderTitle: subject,
  });
}

interface OrderTexts {
  title: string;
  code: string;
  item_name: string;
}

interface OrderOfAction {
  actor_id: string;
  initiator_id: string;
  task_code: string;
  state: Pick<OrderState, 'tasks'>;
}

/**
 * Returns the substitutes of absent people with urged tasks, each once, without those who are urged
 * themselves.
 */
async function substitutesOf(
  tx: Tx,
  context: Pick<Context, 'now'>,
  { actor_id, initiator_id, task_code, state }: OrderOfAction,
  { taskIds }: Extract<WorkflowEvent, { type: 'urged' }>,
  recipients: readonly string[],
): Promise<NotifiedSubstitute[]> {
  const substitutesByStaff = new Map<string, NotifiedSubstitute>();
  for (const id of taskIds) {
    const task = state.tasks[id - 1];
    if (task === undefined) continue;
    const { openedAt, askedBy } = task;
    const scope = { taskCode: task_code, openedAt, initiatorId: initiator_id, askedBy };
    for (const one of await substitutesFor(tx, context, recipients, scope))
      substitutesByStaff.set(one.staffId, one);
  }
  return [...substitutesByStaff.values()].filter(
    ({ staffId }) => staffId !== actor_id && !recipients.includes(staffId),
  );
}

/** Returns the people in service with the keys, each once, up to the limit of copy recipients. */
async function peopleWithKeys(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const holders = await findHolders(tx, keys);
  return [...new Set([...holders.values()].flat())].slice(0, maxCopyReceivers);
}
