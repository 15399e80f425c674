import { maxCopyReceivers } from '#domain/workflow/limits.ts';
import type { WorkflowEvent } from '#domain/workflow/model.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { NewMessage } from '#server/modules/messages/service.ts';
import { findHolders } from '#server/modules/organisations/service.ts';

/** Messages of what moves no task: a copy to its readers, an urge to whoever has the order. */
export async function noticesOfOthers(
  tx: Tx,
  row: { events: readonly WorkflowEvent[]; actor_id: string; title: string; code: string; item_name: string },
  about: Pick<NewMessage, 'workorder' | 'isOld'>,
): Promise<NewMessage[]> {
  const messages: NewMessage[] = [];
  for (const event of row.events) {
    if (event.type !== 'copied' && event.type !== 'urged') continue;
    const keys = event.type === 'copied' ? event.keys : event.receivers;
    const readers = (await peopleBehind(tx, keys)).filter((id) => id !== row.actor_id);
    const said =
      event.type === 'copied'
        ? {
            kind: 'copied',
            title: `抄送：${row.title}`,
            content: `${event.by.orgName}${event.by.name}将办件 ${row.code}（${row.item_name}）抄送给您，请查阅。`,
          }
        : {
            kind: 'urged',
            title: event.title,
            content: `${event.text}（${event.by.orgName}${event.by.name}催办，办件流水号：${row.code}）`,
            ...(event.taskIds.length === 1 && { taskId: event.taskIds[0] as number }),
          };
    messages.push(...readers.map((staffId) => ({ ...about, ...said, staffId })));
  }
  return messages;
}

/** People in office who answer to any of the keys, each once; a post of very many is told no further than this. */
async function peopleBehind(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const holders = await findHolders(tx, keys);
  return [...new Set([...holders.values()].flat())].slice(0, maxCopyReceivers);
}
