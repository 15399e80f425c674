import type { Actor } from '../access/actor.ts';
import type { RecordContext } from '../records/record-rules.ts';
import { recordRules } from '../records/registry.ts';
import type { RecordKind, SideRecord } from '../records/side-record.ts';
import { isCandidateFor } from '../substitutes/substitution.ts';
import { refuseRecordCommand } from './actions/change-record.ts';
import { personOf } from './decision/builder.ts';
import type { OrderState, ProcessDefinition } from './model/model.ts';
import { openTasks } from './state/status.ts';

/** A command on a side record that a person may give now, or that only its reason `whyNot` prevents. */
export interface RecordCommandOffer {
  kind: RecordKind;
  command: string;
  label: string;
  recordId: number | null;
  atTaskId: number | null;
  dangerous: boolean;
  whyNot: string;
}

/** Returns the commands on side records that this person may give on the order, for its page. */
export function recordOffersFor(
  state: OrderState,
  definition: ProcessDefinition,
  actor: Actor,
  records: RecordContext,
  now: Date,
): RecordCommandOffer[] {
  const context = { definition, actor, now, records };
  const by = personOf(actor);
  const ownTaskIds = openTasks(state)
    .filter((task) => task.nodeId !== definition.startId && isCandidateFor(actor, task))
    .map(({ id }) => id);
  return (Object.keys(recordRules) as RecordKind[]).flatMap((kind) => {
    const rules = recordRules[kind];
    return Object.entries(rules?.commands ?? {}).flatMap(([command, { label, from, dangerous = false }]) => {
      const existing = (state.records ?? []).filter(
        (record) => record.kind === kind && from.includes(record.state),
      );
      const newPlaces = from.includes('none') ? (rules?.wholeOrder ? [null] : [...ownTaskIds, null]) : [];
      const positions: [SideRecord | undefined, number | null][] = [
        ...existing.map((record): [SideRecord, number | null] => [record, record.taskId]),
        ...newPlaces.map((taskId): [undefined, number | null] => [undefined, taskId]),
      ];
      const offers = positions.flatMap(([record, atTaskId]) => {
        const recordId = record?.id ?? null;
        const given = { kind, command, recordId, atTaskId };
        const refusal = refuseRecordCommand({ state, context, by }, given);
        if (refusal !== null && refusal.refused !== 'recordState') return [];
        return [{ ...given, label, dangerous, whyNot: refusal?.message ?? '' }];
      });
      // A handler opens a record at the own task; the whole order is for those who have none.
      return offers.some(({ recordId, atTaskId }) => recordId === null && atTaskId !== null)
        ? offers.filter(({ recordId, atTaskId }) => recordId !== null || atTaskId !== null)
        : offers;
    });
  });
}
