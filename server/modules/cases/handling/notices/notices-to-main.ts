import { firstLine } from '#domain/messages/first-line.ts';
import { openMerge } from '#domain/records/merge.ts';
import { RecordKind, recordKindLabel } from '#domain/records/side-record.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { NewMessage } from '#server/modules/cases/messages/service.ts';
import { substitutesFor } from '#server/modules/cases/substitutes/service.ts';
import { findHolders } from '#server/modules/organisation/organisations/service.ts';
import { listOpenTasks } from '../order/order.queries.ts';

/** Maximum number of people who get a message about one task. */
const maxRecipients = 50;

/** An action on an order, as the outbox has it. */
interface RecordedAction {
  state: OrderState;
  events: readonly WorkflowEvent[];
  actor_id: string;
  code: string;
  title: string;
}

/**
 * Returns the messages to the handlers of the main order about something that arrived for an order merged into it:
 * materials, an urge, an answer of the applicant. Only they handle the matter now (docs/decisions/0234, D13).
 */
export async function noticesToMainOrder(
  tx: Tx,
  context: Pick<Context, 'now'>,
  row: RecordedAction,
  { isSilent }: Pick<NewMessage, 'isSilent'>,
): Promise<NewMessage[]> {
  const merged = openMerge(row.state.records);
  const arrivals = merged === undefined ? [] : row.events.flatMap(textsOfArrival);
  if (merged === undefined || arrivals.length === 0) return [];
  const messages = new Map<string, NewMessage>();
  for (const task of await listOpenTasks(tx, merged.data.mainId)) {
    const recipients = await peopleWithKeys(tx, task.candidates);
    const scope = {
      taskCode: task.task_code,
      openedAt: task.started_at.toISOString(),
      initiatorId: task.initiator_id,
      askedBy: task.asked_by,
    };
    const substitutes = await substitutesFor(tx, context, recipients, scope);
    const readers = [...recipients.map((staffId) => ({ staffId, absentName: undefined })), ...substitutes];
    for (const { staffId, absentName } of readers) {
      if (staffId === row.actor_id || messages.has(staffId)) continue;
      messages.set(staffId, {
        staffId,
        kind: 'system',
        isSilent,
        title: firstLine({
          eventText: `并入件${arrivals.map(({ name }) => name).join('、')}`,
          absentPersonName: absentName,
          reasonText: row.code,
          orderTitle: row.title,
        }),
        content: `并入本件（${task.code}）的 ${row.code}：${arrivals.map(({ text }) => text).join('；')}`,
        workorder: { id: merged.data.mainId, code: task.code },
        taskId: task.number,
      });
    }
  }
  return [...messages.values()];
}

/** Returns what arrived with an event, for the handlers of the main order; nothing for every other event. */
function textsOfArrival(event: WorkflowEvent): { name: string; text: string }[] {
  if (event.type === 'papersAdded') {
    const { by, papers, note } = event;
    const text = `${by.orgName}${by.name}补充了 ${papers} 份材料，请查阅。${note}`;
    return [{ name: '补充材料', text }];
  }
  if (event.type === 'urged') {
    const { by, reason } = event;
    return [{ name: '催办', text: `${by.orgName}${by.name}催办${reason.trim() && `：${reason.trim()}`}` }];
  }
  // Of its own merge the main order's handlers learn from the record of the main order.
  if (event.type !== 'recordChanged' || event.record.kind === RecordKind.merge) return [];
  const name = recordKindLabel[event.record.kind];
  return (event.tell ?? []).flatMap(({ to, text }) => (to === 'handlers' ? [{ name, text }] : []));
}

async function peopleWithKeys(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const holders = await findHolders(tx, keys);
  return [...new Set([...holders.values()].flat())].slice(0, maxRecipients);
}
