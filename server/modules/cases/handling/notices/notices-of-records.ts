import { Permission } from '#domain/access/actor.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import type { RecordMessage } from '#domain/records/record-rules.ts';
import { recordKindLabel } from '#domain/records/side-record.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { RecordChange } from '#domain/workflow/model/out-of-flow-events.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import {
  listApprovers,
  listPeopleWith,
  type NewMessage,
  tellApplicant,
} from '#server/modules/cases/messages/service.ts';
import { findHolders } from '#server/modules/organisation/organisations/service.ts';

/** Maximum number of people who get a message about one record. */
const maxRecipients = 50;

/** The action and its order, as the outbox has them. */
interface RecordedAction {
  state: OrderState;
  events: readonly WorkflowEvent[];
  title: string;
  actor_id: string;
}

/**
 * Returns the messages that commands on side records sent to people of the office, and queues those to the applicant,
 * once for each version of the order.
 */
export async function noticesOfRecords(
  tx: Tx,
  context: Context,
  row: RecordedAction,
  {
    version,
    ...orderFields
  }: Pick<NewMessage, 'isSilent'> & {
    workorder: { id: string; code: string };
    version: number;
  },
): Promise<NewMessage[]> {
  const messages: NewMessage[] = [];
  for (const event of row.events) {
    if (event.type !== 'recordChanged') continue;
    for (const message of event.tell ?? []) {
      if (message.to === 'applicant') {
        if (!orderFields.isSilent)
          await tellApplicant(tx, context, {
            workorder: orderFields.workorder,
            cause: `record.${orderFields.workorder.id}.${version}.${event.record.id}.${event.command}`,
            text: message.text,
          });
        continue;
      }
      const found = await recipientsOf(tx, row.state, event, message.to, orderFields.workorder.id);
      let { text } = message;
      let recipients = found.filter((id) => id !== row.actor_id);
      if (message.to === 'handlers' && found.length === 0 && openTasks(row.state).length > 0) {
        // Their accounts may have been disabled meanwhile, for example while the order was merged.
        recipients = await listPeopleWith(tx, Permission.administer);
        text = `${text}；当前环节已无人可以办理，请在“工作移交”中移交或改派`;
      }
      const taskId = event.record.taskId;
      messages.push(
        ...recipients.slice(0, maxRecipients).map((staffId) => ({
          ...orderFields,
          staffId,
          kind: 'system' as const,
          title: firstLine({
            eventText: recordKindLabel[event.record.kind],
            personName: event.by.staffId === 'system' ? undefined : event.by.name,
            reasonText: text,
            orderTitle: row.title,
          }),
          content: text,
          ...(taskId !== null && { taskId }),
        })),
      );
    }
  }
  return messages;
}

async function recipientsOf(
  tx: Tx,
  state: OrderState,
  { record }: RecordChange,
  to: Exclude<RecordMessage['to'], 'applicant'>,
  workorderId: string,
): Promise<string[]> {
  if (to === 'opener') return [record.openedBy.staffId];
  if (to === 'leaders') return await listApprovers(tx, workorderId);
  const tokenId = record.taskId === null ? undefined : state.tasks[record.taskId - 1]?.tokenId;
  const tasks = openTasks(state).filter((task) => record.taskId === null || task.tokenId === tokenId);
  const keys = to === 'handlers' ? tasks.flatMap(({ candidates }) => candidates) : to;
  const holders = await findHolders(tx, [...new Set(keys)]);
  return [...new Set([...holders.values()].flat())];
}
