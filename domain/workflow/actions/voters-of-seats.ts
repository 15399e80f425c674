/**
 * Rules about the people who may answer the seats that a person is about to request (docs/decisions/0105).
 */

import { absentOf, type DecisionBuilder } from '../decision/draft.ts';
import { mayVote, openSeats, peopleBehind } from '../slots/shared-seats.ts';
import { isOwn } from '../slots/votes.ts';
import type { AddToCountersignCommand } from './add-to-countersign.ts';
import type { StartCountersignCommand } from './start-countersign.ts';

type Asking =
  | Pick<StartCountersignCommand, 'action' | 'taskId' | 'seats'>
  | Pick<AddToCountersignCommand, 'action' | 'panelId' | 'seats'>;

/**
 * Returns the people who may answer each seat: the person named by the key, or the people of a department who
 * have no seat of their own.
 */
export function votersOfSeats(draft: DecisionBuilder, command: Asking): string[][] {
  const { context } = draft;
  const { isFree, others } = votesBeside(draft, command);
  const asked = command.seats.map(({ keys }) => keys);
  const ownOf = (keys: readonly string[]) => peopleBehind(context, keys).find((one) => isOwn(keys, one));
  const owned = new Set([...others, ...asked].flatMap((keys) => ownOf(keys) ?? []));
  return asked.map((keys) =>
    peopleBehind(context, keys).filter((one) => isFree(one) && (isOwn(keys, one) || !owned.has(one))),
  );
}

function votesBeside(draft: DecisionBuilder, command: Asking) {
  if (command.action === 'startCountersign') {
    const requesters = [draft.context.actor.staffId, absentOf(draft, command.taskId)?.staffId];
    return { isFree: (one: string) => !requesters.includes(one), others: [] };
  }
  const panel = draft.state.panels[command.panelId - 1];
  if (panel === undefined) return { isFree: () => true, others: [] };
  return { isFree: mayVote(draft, panel), others: openSeats(draft, panel).map(({ keys }) => keys) };
}
