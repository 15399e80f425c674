import type { Actor } from '../../access/actor.ts';
import type { DecisionContext, ProcessDefinition } from '../model.ts';

/** A person who answers to `staff:<id>` and to the roles named. */
export function person(staffId: string, ...roles: string[]): Actor {
  return {
    staffId,
    account: staffId,
    name: staffId,
    orgId: 'office',
    orgName: '县信访局',
    areaCode: '430121',
    roles,
    permissions: new Set(),
    keys: [`staff:${staffId}`, ...roles.map((role) => `role:${role}`)],
  };
}

/** Decides conditions of the form `name`, `not name`, `name = value`; a name that is not there is faulty. */
export function testSimply(expression: string, facts: Readonly<Record<string, unknown>>): boolean | 'faulty' {
  const [left = '', right] = expression.split(' = ');
  const negated = left.startsWith('not ');
  const name = negated ? left.slice(4) : left;
  if (!(name in facts)) return 'faulty';
  const value = facts[name];
  if (right !== undefined) return String(value) === right;
  if (typeof value !== 'boolean') return 'faulty';
  return negated ? !value : value;
}

export function contextOf(
  definition: ProcessDefinition,
  actor: Actor,
  more: Partial<DecisionContext> = {},
): DecisionContext {
  return {
    definition,
    actor,
    now: new Date('2026-03-02T01:00:00Z'),
    facts: {},
    test: testSimply,
    reachesSomeone: () => true,
    ...more,
  };
}
