import type { Actor } from '../../access/actor.ts';
import { person } from './people.ts';
import { administratorKey, type Plan } from './plan.ts';

/** Two handlers for every task, so that they race; one of every task, the administrator, the initiator, a stranger. */
export function officeOf(plan: Plan): ReadonlyMap<string, Actor> {
  const tasks = Object.entries(plan.nodes).flatMap(([id, node]) =>
    node.kind === 'task' ? [{ id, keys: node.keys }] : [],
  );
  const roles = (keys: readonly string[]) =>
    keys.filter((key) => key !== 'role:nobody').map((key) => key.slice('role:'.length));
  const people = [
    person('initiator'),
    person('stranger', 'somebody-else'),
    person('administrator', administratorKey.slice('role:'.length)),
    person('everywhere', ...tasks.flatMap(({ keys }) => roles(keys))),
    ...tasks.flatMap(({ id, keys }) => [
      person(`one-${id}`, ...roles(keys)),
      person(`two-${id}`, ...roles(keys)),
    ]),
  ];
  return new Map(people.map((one) => [one.staffId, one]));
}
