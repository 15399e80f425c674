import { type Actor, Permission } from '#domain/access/actor.ts';
import { defaultRecordSettings } from '#domain/records/record-settings.ts';
import type { DecisionContext, ProcessDefinition } from '#domain/workflow/model/model.ts';

const { initiate, handle, terminate, void: voidOrder } = Permission;

/** Returns a person with all permissions for orders, who matches `staff:<id>` and the given roles. */
export function person(staffId: string, ...roles: string[]): Actor {
  return {
    staffId,
    account: staffId,
    name: staffId,
    orgId: 'office',
    orgName: '县信访局',
    areaCode: '430121',
    roles,
    permissions: new Set([initiate, handle, terminate, voidOrder]),
    keys: [`staff:${staffId}`, ...roles.map((role) => `role:${role}`)],
  };
}

/** Evaluates conditions of the form `name`, `not name`, `name = value`; a missing name is faulty. */
function evaluateSimpleCondition(
  expression: string,
  facts: Readonly<Record<string, unknown>>,
): boolean | 'faulty' {
  const [left = '', right] = expression.split(' = ');
  const negated = left.startsWith('not ');
  const name = negated ? left.slice(4) : left;
  if (!(name in facts)) return 'faulty';
  const value = facts[name];
  if (right !== undefined) return String(value) === right;
  if (typeof value !== 'boolean') return 'faulty';
  return negated ? !value : value;
}

/** People who match a key that a test does not define: more than a countersign has seats. */
const manyStaffIds = Array.from({ length: 60 }, (_, index) => `somebody-${index}`);

/**
 * Returns the addressees of an office in which everyone who matches these keys may handle orders, and nobody matches
 * the others; `keysOf` returns a person's keys, `peopleOf` the people who match a shared key.
 */
export function createAddresseeLookup(
  isReached: (key: string) => boolean,
  keysOf: (staffId: string) => readonly string[] = (staffId) => [`staff:${staffId}`],
  peopleOf: (key: string) => readonly string[] | undefined = () => undefined,
): DecisionContext['addressee'] {
  return (key) => {
    const own = key.startsWith('staff:') ? key.slice('staff:'.length) : null;
    const staffIds = own === null ? (peopleOf(key) ?? manyStaffIds) : [own];
    const [only, ...otherIds] = staffIds;
    const soleStaffId = own ?? (otherIds.length === 0 ? (only ?? null) : null);
    return {
      name: key,
      availability: isReached(key) ? 'able' : 'absent',
      mayResubmit: isReached(key),
      soleStaffId,
      ableStaffIds: isReached(key) ? staffIds : [],
      orgId: null,
      keys: soleStaffId ? keysOf(soleStaffId) : [],
    };
  };
}

export function contextOf(
  definition: ProcessDefinition,
  actor: Actor,
  overrides: Partial<DecisionContext> = {},
): DecisionContext {
  return {
    definition,
    actor,
    now: new Date('2026-03-02T01:00:00Z'),
    facts: {},
    evaluateCondition: evaluateSimpleCondition,
    addressee: createAddresseeLookup(() => true),
    records: { settings: defaultRecordSettings, holidays: { coveredYears: [], days: {} } },
    ...overrides,
  };
}
