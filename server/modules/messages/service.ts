import type { Message } from '#contract/messages.ts';
import { type Actor, mayHaveMatters } from '#domain/access/actor.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { notify } from '#server/http/notify.ts';
import { appendAudit } from '#server/modules/audit/service.ts';
import { presentMessage } from './present.ts';
import * as queries from './queries.ts';

export interface NewMessage {
  staffId: string;
  /** `todo`, `returned`, `urged`, `ended`, `system`. */
  kind: string;
  title: string;
  content: string;
  /** Goes into the box as history, not as news. */
  isOld?: boolean;
  workorder?: { id: string; code: string };
  /** The task of the work order that it calls to. */
  taskId?: number;
}

/** Puts messages into people's boxes in the transaction of the action, and wakes their screens after the commit. */
export async function sendMessages(
  tx: Tx,
  context: Pick<Context, 'now' | 'newId'>,
  messages: readonly NewMessage[],
): Promise<void> {
  const rows = messages.map((message) => ({
    id: context.newId(),
    staff_id: message.staffId,
    kind: message.kind,
    title: message.title,
    content: message.content,
    workorder_id: message.workorder?.id ?? null,
    workorder_code: message.workorder?.code ?? null,
    task_number: message.taskId ?? null,
    sent_at: context.now(),
    read_at: message.isOld ? context.now() : null,
  }));
  await queries.insertMessages(tx, rows);
  await notify(tx, { topics: rows.map((row) => `staff:${row.staff_id}`), event: 'message', id: '' });
}

/** Calls to tasks that are done call nobody any more: they are read by themselves. */
export async function settleCalls(
  tx: Tx,
  context: Pick<Context, 'now'>,
  workorderId: string,
  taskIds: readonly number[],
): Promise<void> {
  if (taskIds.length === 0) return;
  const changed = await queries.markCallsRead(tx, workorderId, taskIds, context.now());
  await notify(tx, { topics: changed.map((id) => `staff:${id}`), event: 'message', id: '' });
}

/** The box of this person; what came about matters goes out of sight of whoever runs the portal (docs/decisions/0057). */
export function readerOf(actor: Actor): queries.Reader {
  return { staffId: actor.staffId, seesMatters: mayHaveMatters(actor) };
}

/** The newest unread message with the number of unread ones, or null when all are read (S0 §4). */
export async function findNewest(context: Pick<Context, 'db'>, actor: Actor) {
  const [count, { rows }] = await Promise.all([
    queries.countUnread(context.db, readerOf(actor)),
    queries.listMessages(context.db, { ...readerOf(actor), unread: true, page: 1, size: 1 }),
  ]);
  return rows[0] ? { message: rows[0], count } : null;
}

/** The newest unread messages, with how many there are. */
export async function listUnread(
  context: Pick<Context, 'db'>,
  actor: Actor,
  size: number,
): Promise<{ rows: Message[]; total: number }> {
  const { rows, total } = await queries.listMessages(context.db, {
    ...readerOf(actor),
    unread: true,
    page: 1,
    size,
  });
  return { rows: rows.map(presentMessage), total };
}

/** Marks own messages as read; other people's ids are passed over. */
export async function markRead(
  context: Context,
  actor: Actor,
  ids: readonly string[],
  requestId: string,
): Promise<number> {
  return await inTransaction(context.db, async (tx) => {
    const count = await queries.markRead(tx, readerOf(actor), ids, context.now());
    if (count > 0) {
      await notify(tx, { topics: [`staff:${actor.staffId}`], event: 'message', id: '' });
      await appendAudit(tx, context, {
        chain: 'message',
        actor,
        action: 'message.read',
        objectKind: 'staff',
        objectId: actor.staffId,
        detail: { count },
        requestId,
      });
    }
    return count;
  });
}
