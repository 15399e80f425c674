import { createHash } from 'node:crypto';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model.ts';
import { atTime, type Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type NewMessage, sendMessages, settleCalls } from '#server/modules/messages/service.ts';
import { findEvents, listStaffOf } from './order.queries.ts';

/** Default text of a message about a new task (S1 §9). */
const arrivalText = '您新收到一条待办，请及时查阅处理';
/** A task for a very large group is a row in everybody's list; only so many are told by message as well. */
const toldAtMost = 50;
/** A notice that comes later than this is history: the task stands in the list anyway, so nobody is called to it. */
const newsDays = 3;

/**
 * Tells by message what one action did: new candidates of the tasks that it opened, and the initiator when the order
 * ended; calls to the tasks that it closed are settled. Runs as a job; the message's id follows from order, version and reader, so that a job that runs
 * twice tells nobody twice.
 */
export async function sendNotices(
  context: Context,
  payload: { workorderId: string; version: number },
): Promise<void> {
  const { workorderId, version } = payload;
  const row = await findEvents(context.db, workorderId, version);
  if (!row) return;
  const events = row.events as WorkflowEvent[];
  const workorder = { id: workorderId, code: row.code };
  const isOld = context.now().getTime() - row.at.getTime() > newsDays * 86_400_000;
  const idFor = (staffId: string, kind: string) =>
    createHash('sha256').update(`${workorderId}:${version}:${kind}:${staffId}`).digest('hex').slice(0, 32);
  const messages: (NewMessage & { id: string })[] = [];
  for (const opened of openedTasks(events)) {
    const kind = opened.origin === 'return' ? 'returned' : 'todo';
    const readers = await listStaffOf(context.db, opened.candidates, toldAtMost);
    for (const staffId of readers.filter((id) => id !== row.actor_id)) {
      messages.push({
        id: idFor(staffId, `${kind}:${opened.id}`),
        staffId,
        kind,
        title: kind === 'returned' ? `办件被退回：${row.title}` : `新的待办：${row.title}`,
        content: arrivalText,
        isOld,
        workorder,
      });
    }
  }
  if (events.some(({ type }) => type === 'ended') && row.initiator_id !== row.actor_id) {
    messages.push({
      id: idFor(row.initiator_id, 'ended'),
      staffId: row.initiator_id,
      kind: 'ended',
      title: `办件已办结：${row.title}`,
      content: `您发起的办件 ${row.code}（${row.item_name}）已办结。`,
      isOld,
      workorder,
    });
  }
  const settled = await listStaffOf(
    context.db,
    candidatesOfClosed(row.state as OrderState, events),
    toldAtMost,
  );
  const then = atTime(context, row.at);
  await inTransaction(context.db, async (tx) => {
    await settleCalls(tx, then, workorderId, settled);
    if (messages.length > 0) await sendMessages(tx, then, messages);
  });
}

/** Candidate keys of the tasks that the action finished or closed. */
function candidatesOfClosed(state: OrderState, events: readonly WorkflowEvent[]): string[] {
  const closed = events.flatMap((event) =>
    event.type === 'taskFinished' || event.type === 'taskClosed' ? [event.taskId] : [],
  );
  return closed.flatMap((id) => state.tasks[id - 1]?.candidates ?? []);
}

/** Tasks that the action opened and left open. */
function openedTasks(events: readonly WorkflowEvent[]) {
  const closed = new Set(
    events.flatMap((event) =>
      event.type === 'taskFinished' || event.type === 'taskClosed' ? [event.taskId] : [],
    ),
  );
  return events.flatMap((event) =>
    event.type === 'taskOpened' && !closed.has(event.task.id) ? [event.task] : [],
  );
}
