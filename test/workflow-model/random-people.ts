import { type Actor, Permission } from '#domain/access/actor.ts';
import { createAddresseeLookup, person } from './people.ts';
import { administratorKey, type Plan } from './plan.ts';

/**
 * Returns two handlers for every task, so that they compete; one for all tasks, the administrator, the
 * initiator, and a person without a task.
 */
export function officeOf({ nodes }: Pick<Plan, 'nodes'>): ReadonlyMap<string, Actor> {
  const tasks = Object.entries(nodes).flatMap(([id, node]) =>
    node.kind === 'task' ? [{ id, keys: node.keys }] : [],
  );
  const roles = (keys: readonly string[]) =>
    keys.filter((key) => key !== 'role:nobody').map((key) => key.slice('role:'.length));
  // Departments of one, two and three members; no task refers to them, and some people belong to several.
  const [first] = tasks;
  const people = [
    person('initiator', 'two-of-us', 'three-of-us'),
    person('stranger', 'somebody-else', 'one-of-us', 'two-of-us'),
    administrator(),
    person('everywhere', ...tasks.flatMap(({ keys }) => roles(keys)), 'three-of-us'),
    ...tasks.flatMap(({ id, keys }) => [
      person(`one-${id}`, ...roles(keys), ...(id === first?.id ? ['three-of-us', 'pair'] : [])),
      person(`two-${id}`, ...roles(keys), ...(id === first?.id ? ['pair'] : [])),
    ]),
  ];
  return new Map(people.map((one) => [one.staffId, one]));
}

function administrator(): Actor {
  const { permissions, ...plain } = person('administrator', administratorKey.slice('role:'.length));
  return { ...plain, permissions: new Set([...permissions, Permission.reassign, Permission.administer]) };
}

/** Roles that stand for the departments asked by countersigns. */
export const departments = ['one-of-us', 'two-of-us', 'three-of-us', 'pair'].map((name) => `role:${name}`);

/** Returns the same people for a hand-written story: `at` looks up a person, `absent` lists people who left. */
export function storyOffice(plan: Pick<Plan, 'nodes'>) {
  const office = officeOf(plan);
  const absent = new Set<string>();
  const isInService = (key: string) =>
    [...office.values()].some(({ staffId, keys }) => !absent.has(staffId) && keys.includes(key));
  const actorOf = (staffId: string): Actor => {
    const found = office.get(staffId);
    if (found === undefined) throw new Error(`There is no person with the ID ${staffId}`);
    return found;
  };
  const keysOf = (staffId: string) => office.get(staffId)?.keys ?? [];
  const peopleWithKey = (key: string) =>
    [...office.values()]
      .filter(({ staffId, keys }) => !absent.has(staffId) && keys.includes(key))
      .map(({ staffId }) => staffId);
  return {
    absent,
    at: actorOf,
    world: { addressee: createAddresseeLookup(isInService, keysOf, peopleWithKey) },
  };
}
