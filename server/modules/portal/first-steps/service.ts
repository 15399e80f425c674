import type { FirstSteps } from '#contract/first-steps.ts';
import { type Actor, can, mayParticipateInMatters, type Permission } from '#domain/access/actor.ts';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { firstStepsOf, setUpPermissions } from '#domain/first-steps/first-steps.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { listPeopleWithPermissions, readFigures } from './queries.ts';

const maxNames = 3;

/** Lists some people in service who have the permission, by name, for users who need one of them. */
export async function listPeopleWithPermission(
  { db }: Pick<Context, 'db'>,
  permission: Permission,
): Promise<string[]> {
  const holders = await listPeopleWithPermissions(db, [permission], maxNames);
  return holders.get(permission) ?? [];
}

/**
 * Returns the setup steps that the office still needs, for portal administrators; about work orders it
 * contains only whether any exist.
 */
export async function readFirstSteps(
  { db, now }: Pick<Context, 'db' | 'now'>,
  actor: Actor,
): Promise<FirstSteps | Refusal<'forbidden'>> {
  if (mayParticipateInMatters(actor)) return refuse('forbidden');
  // Readers of the audit log set nothing up.
  if (!setUpPermissions.some((permission) => can(actor, permission))) return refuse('forbidden');
  const figures = await readFigures(db, yearOf(localDateOf(now())));
  const steps = firstStepsOf(figures);
  const holders = await listPeopleWithPermissions(
    db,
    [...new Set(steps.map(({ permission }) => permission))],
    maxNames,
  );
  return {
    officeName: figures.officeName,
    figures,
    steps: steps.map(({ permission, ...step }) => ({
      ...step,
      isMine: can(actor, permission),
      doers: holders.get(permission) ?? [],
    })),
  };
}
