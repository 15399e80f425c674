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
  const { canVote, otherSeatKeys } = eligibilityForSeats(builder, command);
  const requestedKeys = command.seats.map(({ keys }) => keys);
  const namedPerson = (keys: readonly string[]) =>
    peopleWithKeys(context, keys).find((staffId) => isExactlyPerson(keys, staffId));
  const peopleWithSeat = new Set(
    [...otherSeatKeys, ...requestedKeys].flatMap((keys) => namedPerson(keys) ?? []),
  );
  return requestedKeys.map((keys) =>
    peopleWithKeys(context, keys).filter(
      (staffId) => canVote(staffId) && (isExactlyPerson(keys, staffId) || !peopleWithSeat.has(staffId)),
    ),
  );
}

function eligibilityForSeats(builder: DecisionBuilder, command: SeatsCommand) {
  if (command.action === 'startCountersign') {
    const requesters = [builder.context.actor.staffId, absentPersonOf(builder, command.taskId)?.staffId];
    return { canVote: (staffId: string) => !requesters.includes(staffId), otherSeatKeys: [] };
  }
  const panel = builder.state.panels[command.panelId - 1];
  if (panel === undefined) return { canVote: () => true, otherSeatKeys: [] };
  return {
    canVote: mayVote(builder, panel),
    otherSeatKeys: openSeats(builder, panel).map(({ keys }) => keys),
  };
}
