import type { Person } from '#domain/access/actor.ts';
import { workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { defaultContents, returnContent } from '#domain/messages/default-contents.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import type { PendingNotice } from '#domain/messages/notice.ts';
import type { OrderState, Task, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { isActionable, isStarter } from '#domain/workflow/state/panels.ts';
import { atTime, type Context } from '#server/framework/context.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import {
  markTaskMessagesRead,
  type NewMessage,
  sendMessages,
  sendNotice,
} from '#server/modules/cases/messages/service.ts';
import { substitutesFor } from '#server/modules/cases/substitutes/service.ts';
import { noticesOfLetters } from '#server/modules/cases/supervision/service.ts';
import { currentDirectory, findHolders } from '#server/modules/organisation/organisations/service.ts';
import { consumeOutboxEntry, findEvents, listOutbox } from '../order/order.queries.ts';
import { noLongerActionableTasks, openedTasks } from './event-tasks.ts';
import { noticesOfRecords } from './notices-of-records.ts';
import { noticesToMainOrder } from './notices-to-main.ts';
import { noticesOfAbsence, noticesOfCopyOrUrge, noticesOfPapers } from './notices-to-others.ts';
import { type TaskMessageTexts, textsForRequester, textsOfOpenedTask } from './task-message-texts.ts';

/** Default text of a message about a new task (S1 §9). */
const newTaskText = defaultContents.todo;
/** Text of the message for the person who asked others, when the result has arrived. */
const resultArrivedText = '您请他人办理的事项已有结果，请及时查阅处理。';
/**
 * Maximum number of people who get a message about one task; a larger group only sees it in the to-do list.
 */
const maxRecipients = 50;
/** Age in days after which no message is sent any more: the task is in the to-do list anyway. */
const maxAgeDays = 3;

/** Number of outbox entries that are processed at a time. */
const batchSize = 500;

/**
 * Empties the outbox: each action's messages are sent and its entry is removed in one transaction, so that no
 * message is sent twice or lost. An entry that fails stays for the next run and does not block the others.
 */
export async function deliverNotices(context: JobContext): Promise<void> {
  for (;;) {
    const entries = await listOutbox(context.db, batchSize);
    const failures: unknown[] = [];
    let isArchiveQueued = false;
    // Read before any transaction, so that none waits for a second connection.
    const { nameOf } = await currentDirectory(context.db);
    for (const entry of entries) {
      if (context.stopSignal?.aborted) break;
      await inTransaction(context.db, async (tx) => {
        const consumed = await consumeOutboxEntry(tx, entry);
        isArchiveQueued ||= consumed?.isArchiveQueued === true;
        if (consumed) await sendNotices(tx, context, { ...entry, notice: consumed.notice }, nameOf);
      }).catch((error: unknown) => failures.push(error));
    }
    // The index job must run after the entries were processed.
    if (entries.length > 0) context.notifier.wake('work-order.index');
    if (isArchiveQueued) context.notifier.wake('archive.make');
    if (failures.length > 0) throw new AggregateError(failures, 'Some notices could not be sent');
    if (context.stopSignal?.aborted) return context.notifier.wake('work-order.notices');
    if (entries.length < batchSize) return;
  }
}

/**
 * Sends the messages of one action: to new candidates of its opened tasks, to the initiator of an ended
 * order, and to the recipients that its handler chose; messages about its closed tasks are marked as read.
 */
async function sendNotices(
  tx: Tx,
  context: Context,
  { workorderId, version, notice }: { workorderId: string; version: number; notice: PendingNotice | null },
  nameOf: (key: string) => string,
): Promise<void> {
  const row = await findEvents(tx, workorderId, version);
  if (!row) return;
  const { events } = row;
  const workorder = { id: workorderId, code: row.code };
  const isSilent = context.now().getTime() - row.at.getTime() > maxAgeDays * 86_400_000;
  const messages: NewMessage[] = [];
  const finisher = lastFinisher(events);
  const reasonByTaskId = new Map(
    events.flatMap((event) => (event.type === 'gaveBack' ? [[event.taskId, event.reason] as const] : [])),
  );
  const addMessages = async (
    task: Task,
    readers: readonly string[],
    texts: TaskMessageTexts,
    content: string,
  ) => {
    const { kind, ...lineTexts } = texts;
    const titleFor = (standsFor?: string) =>
      firstLine({ ...lineTexts, absentPersonName: standsFor, orderTitle: row.title });
    const about = { kind, content, isSilent, workorder, taskId: task.id };
    const receivers = readers.filter((id) => id !== row.actor_id);
    messages.push(...receivers.map((staffId) => ({ ...about, staffId, title: titleFor() })));
    const scope = {
      taskCode: row.task_code,
      openedAt: task.openedAt,
      initiatorId: row.initiator_id,
      askedBy: task.askedBy,
    };
    for (const { staffId, absentName } of await substitutesFor(tx, context, readers, scope)) {
      if (readers.includes(staffId) || staffId === row.actor_id) continue;
      messages.push({ ...about, staffId, title: titleFor(absentName) });
    }
  };
  const nextTasks = openedTasks(row.state, events);
  for (const task of nextTasks) {
    const texts = textsOfOpenedTask(row.state, events, task);
    const content = texts.kind === 'returned' ? returnContent(texts) : reasonByTaskId.get(task.id);
    await addMessages(task, await peopleOf(tx, task.candidates), texts, content ?? newTaskText);
  }
  for (const { panel, task } of panelsWithReleasedTask(row.state, events)) {
    // The person who asked, or the absent person, is notified unless another has the task now; the substitute
    // is notified as well.
    const requesterId = (panel.standsFor ?? panel.by).staffId;
    const isHandedOver = !isStarter(row.state, panel, { staffId: requesterId, keys: [] });
    const waiting = isHandedOver ? await peopleOf(tx, task.candidates) : [requesterId];
    const content = reasonByTaskId.get(task.id) ?? resultArrivedText;
    await addMessages(task, waiting, textsForRequester(row.state, events, panel, task.id), content);
  }
  const ended = events.find((event) => event.type === 'ended');
  if (ended?.type === 'ended' && row.initiator_id !== row.actor_id) {
    const reasonText = [workOrderStatusLabel[ended.result], reasonOfEnd(events)].filter(Boolean).join('：');
    messages.push({
      staffId: row.initiator_id,
      kind: 'ended',
      title: firstLine({
        eventText: '办件已办结',
        personName: finisher?.name,
        reasonText,
        orderTitle: row.title,
      }),
      content: defaultContents.ended,
      isSilent,
      workorder,
    });
  }
  for (const { target, text } of messagesOfServiceTasks(events)) {
    messages.push({
      staffId: target === 'initiator' ? row.initiator_id : (finisher?.staffId ?? row.actor_id),
      kind: 'system',
      title: firstLine({ eventText: '办件消息', reasonText: text, orderTitle: row.title }),
      content: text,
      isSilent,
      workorder,
    });
  }
  messages.push(...(await noticesOfCopyOrUrge(tx, context, row, { workorder, isSilent })));
  messages.push(...(await noticesOfPapers(tx, context, row, { workorder, isSilent })));
  messages.push(...(await noticesOfRecords(tx, context, row, { workorder, version, isSilent })));
  messages.push(...(await noticesToMainOrder(tx, context, row, { isSilent })));
  messages.push(...(await noticesOfLetters(tx, context, row, { workorder, isSilent })));
  if (events.some((event) => event.type === 'seatClosed' && event.outcome === 'absent')) {
    messages.push(...(await noticesOfAbsence(tx, context, row, { workorder, isSilent }, nameOf)));
  }
  const pastContext = atTime(context, row.at);
  await markTaskMessagesRead(tx, pastContext, workorderId, noLongerActionableTasks(events));
  const about = { workorder, version, title: row.title, isSilent, nextTasks: nextTasks.map(({ id }) => id) };
  const allMessages = notice ? await sendNotice(tx, pastContext, messages, notice, about) : messages;
  if (allMessages.length > 0) await sendMessages(tx, pastContext, allMessages);
}

/** Returns the opinion by which a person terminated or voided the order; empty if the flow ended it. */
function reasonOfEnd(events: readonly WorkflowEvent[]): string {
  const last = events.findLast((event) => event.type === 'taskFinished');
  const isTerminatedOrVoided =
    last?.type === 'taskFinished' && ['terminated', 'voided'].includes(last.outcome);
  return isTerminatedOrVoided ? last.opinion : '';
}

/** Returns people in service with any of the keys, each once. */
async function peopleOf(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const holders = await findHolders(tx, keys);
  return [...new Set([...holders.values()].flat())].slice(0, maxRecipients);
}

/** Returns the messages requested by service tasks that the action passed. */
function messagesOfServiceTasks(events: readonly WorkflowEvent[]) {
  return events.flatMap((event) =>
    event.type === 'serviceAsked' && event.service.kind === 'sendMessage' ? [event.service] : [],
  );
}

/**
 * Returns the person who advanced the order; if a countersign advances automatically, this is its requester.
 */
function lastFinisher(events: readonly WorkflowEvent[]): Person | undefined {
  const last = events.findLast((event) => event.type === 'taskFinished');
  return last?.type === 'taskFinished' ? last.by : undefined;
}

/** Returns the approval rounds that the action closed, each with the task that waited for it and can be done now. */
function panelsWithReleasedTask(
  state: OrderState,
  events: readonly WorkflowEvent[],
): { panel: Panel; task: Task }[] {
  return events.flatMap((event) => {
    const panel = event.type === 'panelClosed' ? state.panels[event.panelId - 1] : undefined;
    const task = panel && panel.kind !== 'after' ? state.tasks[(panel.byTaskId ?? 0) - 1] : undefined;
    return panel && task && isActionable(state, task) ? [{ panel, task }] : [];
  });
}
