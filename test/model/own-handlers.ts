import type { Actor } from '#domain/access/actor.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { type Proposal, userTaskIds } from '#test/workflow-model/propose.ts';
import type { Random } from '#test/workflow-model/random.ts';

/** Replaces the handlers in the domain's random commands by people of the office. */
export function withOwnHandlers(
  { actor, command }: Proposal,
  definition: ProcessDefinition,
  people: readonly Pick<Actor, 'staffId'>[],
  random: Random,
): Proposal {
  if (command.action !== 'forward' || random.chance(0.1)) return { actor, command };
  const nextHandlers = Object.fromEntries(
    userTaskIds(definition).map((id) => [id, [`staff:${random.pick(people)?.staffId}`]]),
  );
  return { actor, command: { ...command, nextHandlers } };
}
