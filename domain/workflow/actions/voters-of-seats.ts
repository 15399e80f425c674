/**
 * Rules about the people who may answer the seats that a person is about to request (docs/decisions/0105).
 */

import { absentPersonOf, type DecisionBuilder } from '../decision/builder.ts';
import { mayVote, openSeats, peopleWithKeys } from '../slots/shared-seats.ts';
import { isExactlyPerson } from '../slots/votes.ts';
import type { AddToCountersignCommand } from './add-to-countersign.ts';
import type { StartCountersignCommand } from './start-countersign.ts';

type SeatsCommand =
  | Pick<StartCountersignCommand, 'action' | 'taskId' | 'seats'>
  | Pick<AddToCountersignCommand, 'action' | 'panelId' | 'seats'>;

/**
 * Returns the people who may answer each seat: the person named by the key, or the people of a department who
 * have no seat of their own.
 */
export function votersOfSeats(builder: DecisionBuilder, command: SeatsCommand): string[][] {
  const { context } = builder;
  const { isFree, others } = voteElsewhere(builder, command);
  const asked = command.seats.map(({ keys }) => keys);
  const ownOf = (keys: readonly string[]) =>
    peopleWithKeys(context, keys).find((one) => isExactlyPerson(keys, one));
  const owned = new Set([...others, ...asked].flatMap((keys) => ownOf(keys) ?? []));
  return asked.map((keys) =>
    peopleWithKeys(context, keys).filter(
      (one) => isFree(one) && (isExactlyPerson(keys, one) || !owned.has(one)),
    ),
  );
}

function voteElsewhere(builder: DecisionBuilder, command: SeatsCommand) {
  if (command.action === 'startCountersign') {
    const requesters = [builder.context.actor.staffId, absentPersonOf(builder, command.taskId)?.staffId];
    return { isFree: (one: string) => !requesters.includes(one), others: [] };
  }
  const panel = builder.state.panels[command.panelId - 1];
  if (panel === undefined) return { isFree: () => true, others: [] };
  return { isFree: mayVote(builder, panel), others: openSeats(builder, panel).map(({ keys }) => keys) };
}
