import { localDateOf } from '#domain/calendar/local-date.ts';
import { firstLine } from '#domain/messages/first-line.ts';
import { MessageEvent } from '#domain/messages/message-event.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import type { SupervisionData } from '#domain/records/supervision.ts';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { openTasks } from '#domain/workflow/state/status.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { NewMessage } from '#server/modules/cases/messages/service.ts';
import { findPeopleToWarn, type PersonToWarn } from './people-to-warn.ts';
import { settleCards } from './warnings.queries.ts';

/** An action with the order after it. */
interface ActionOfOrder {
  events: readonly WorkflowEvent[];
  state: OrderState;
  actor_id: string;
  title: string;
  task_code: string;
  initiator_id: string;
}

/**
 * Returns the messages about supervision letters: a letter, an answer that was sent back and a limit that has
 * passed go to the present handlers and to the leaders of their organisations, an answer and a late one to the
 * supervisor who opened the letter, the end to the person who answered. A new letter settles the cards that the
 * rules demanded.
 */
export async function noticesOfLetters(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  row: ActionOfOrder,
  orderFields: Pick<NewMessage, 'isSilent'> & { workorder: { id: string; code: string } },
): Promise<NewMessage[]> {
  const messages: NewMessage[] = [];
  for (const event of row.events) {
    if (event.type !== 'recordChanged' || event.record.kind !== RecordKind.supervision) continue;
    const { command, record, by, text, label } = event;
    if (command === 'open') await settleCards(tx, orderFields.workorder.id, context.now());
    const { answer, answerDue } = record.data as SupervisionData;
    const asksForAnswer = command === 'open' || command === 'sendBack' || command === 'expire';
    const readers: PersonToWarn[] = asksForAnswer ? await answerersOf(tx, context, row) : [];
    if (command === 'answer' || command === 'expire' || command === 'waive')
      readers.push({ staffId: record.openedBy.staffId, name: record.openedBy.name });
    if ((command === 'accept' || command === 'waive') && answer)
      readers.push({ staffId: answer.by.staffId, name: answer.by.name });
    const content = asksForAnswer
      ? `请在 ${localDateOf(new Date(answerDue))} 前答复督办单。${text}`
      : `${label}${text === '' ? '' : `：${text}`}`;
    const unique = new Map(readers.map((reader) => [reader.staffId, reader]));
    for (const { staffId, absentName } of unique.values()) {
      if (staffId === row.actor_id) continue;
      messages.push({
        ...orderFields,
        staffId,
        kind: MessageEvent.supervised,
        title: firstLine({
          eventText: command === 'open' ? '督办' : label,
          absentPersonName: absentName,
          personName: command === 'expire' ? undefined : by.name,
          reasonText: text,
          orderTitle: row.title,
        }),
        content,
      });
    }
  }
  return messages;
}

/** Returns the people who are to answer now: the handlers of open tasks, their substitutes and their leaders. */
async function answerersOf(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  { state, task_code: taskCode, initiator_id: initiatorId }: ActionOfOrder,
): Promise<PersonToWarn[]> {
  const tasks = openTasks(state).map(({ candidates, askedBy = [], openedAt }) => ({
    candidates: [...candidates],
    askedBy: [...askedBy],
    since: openedAt,
  }));
  const warned = {
    order: { openTasks: tasks, taskCode, initiatorId, orgId: '' },
    limit: { number: 0, candidates: [], askedBy: [], since: '' },
    level: { whom: ['handler', 'leader'] as const },
  };
  return (await findPeopleToWarn(tx, context, [warned])).of(warned);
}
