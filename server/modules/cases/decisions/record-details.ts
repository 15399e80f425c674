import type { Person } from '#domain/access/actor.ts';
import type { WorkflowEvent } from '#domain/workflow/model/model.ts';
import type { RecordDetails } from '#server/kernel/database/work-order-tables.ts';

/**
 * Returns the details of a row without a node in addition to its reason: the recipients of a copy or an urge,
 * and for every row that a substitute wrote the absent person.
 */
export function detailsOf(
  event: WorkflowEvent,
  nameOf: (key: string) => string,
  absent: Person | null | undefined,
): RecordDetails | null {
  const details = ownDetails(event, nameOf);
  if (!absent) return details;
  return { receivers: [], ...details, standsFor: { key: `staff:${absent.staffId}`, name: absent.name } };
}

function ownDetails(event: WorkflowEvent, nameOf: (key: string) => string): RecordDetails | null {
  const withNames = (keys: readonly string[]) => keys.map((key) => ({ key, name: nameOf(key) }));
  if (event.type === 'copied') return { receivers: withNames(event.keys) };
  if (event.type !== 'urged') return null;
  const { title, text, channels, taskIds } = event;
  return {
    receivers: withNames(event.receivers),
    title,
    text,
    channels: [...channels],
    taskIds: [...taskIds],
  };
}
