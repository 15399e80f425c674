import { mayParticipateInMatters, Permission } from '#domain/access/actor.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { listPeopleWith, sendMessages } from '#server/modules/cases/messages/service.ts';
import { countByCandidates } from './queries.ts';
import * as queries from './tasks-left.queries.ts';

/**
 * A person after a change, whose effect on open tasks is checked (docs/decisions/0191). A field that is left out is
 * unchanged; a new person has only the given values.
 */
export interface PersonAfterChange {
  staffId: string;
  /** New ids of the keys of these kinds. */
  links?: Partial<Record<'org' | 'department' | 'position' | 'group' | 'window' | 'role', readonly string[]>>;
  permissions?: readonly string[];
  isInService?: boolean;
}

/**
 * Counts the open tasks that have a handler now and would have none after the change, including those that
 * wait for others.
 */
export async function countTasksLeft(db: Db, after: readonly PersonAfterChange[]): Promise<number> {
  const before = await queries.listStaffKeys(
    db,
    after.map(({ staffId }) => staffId),
  );
  const changeOf = new Map(after.map((change) => [change.staffId, change]));
  const changes = before.map((person) => ({
    before: handledKeys(person),
    after: handledKeys(stateAfter(person, changeOf.get(person.staffId))),
  }));
  const known = new Set(before.map(({ staffId }) => staffId));
  const newPerson = { keys: [], permissions: [], isInService: true };
  const newPeople = after.filter(({ staffId }) => !known.has(staffId));
  const keysBefore = new Set(changes.flatMap((change) => change.before));
  const keysAfter = new Set([
    ...changes.flatMap((change) => change.after),
    ...newPeople.flatMap((change) => handledKeys(stateAfter(newPerson, change))),
  ]);
  const lostKeys = [...keysBefore].filter((key) => !keysAfter.has(key));
  if (lostKeys.length === 0) return 0;
  const counts = await countByCandidates(db, lostKeys);
  const keys = [...new Set(counts.flatMap(({ candidates }) => candidates))];
  const others = await queries.listKeysOfOthers(
    db,
    keys,
    before.map(({ staffId }) => staffId),
  );
  const handled = new Set([...keysAfter, ...others]);
  return counts
    .filter(({ candidates }) => !candidates.some((key) => handled.has(key)))
    .reduce((total, { count }) => total + count, 0);
}

type StaffState = Pick<queries.StaffKeys, 'keys' | 'permissions' | 'isInService'>;

function handledKeys({ keys, permissions, isInService }: StaffState): string[] {
  const rights = new Set(permissions as Permission[]);
  return isInService && mayParticipateInMatters({ permissions: rights }) && rights.has(Permission.handle)
    ? keys
    : [];
}

function stateAfter(
  { keys, permissions, isInService }: StaffState,
  change: PersonAfterChange | undefined,
): StaffState {
  const links = Object.entries(change?.links ?? {});
  const unchanged = keys.filter((key) => !links.some(([kind]) => key.startsWith(`${kind}:`)));
  return {
    keys: [...unchanged, ...links.flatMap(([kind, ids]) => ids.map((id) => `${kind}:${id}`))],
    permissions: [...(change?.permissions ?? permissions)],
    isInService: change?.isInService ?? isInService,
  };
}

/** The field with the confirmation of the person who makes the change; the problem is reported at the same field. */
const leavesTasks = 'leavesTasks';

/** Returns a problem if tasks would be left without a handler, unless that is confirmed. */
export function problemsOfTasksLeft(count: number, isConfirmed: boolean): Problem[] {
  if (count === 0 || isConfirmed) return [];
  return [{ field: leavesTasks, message: unattendedTasksMessage('保存', count) }];
}

export function unattendedTasksMessage(act: '保存' | '导入', count: number): string {
  return `${act}后有 ${count} 件待办将无人可办。系统不会自动转给他人，办件管理员会收到消息，在“工作移交”中移交或改派。`;
}

/** Notifies every matter administrator of the tasks left without a handler, with a link to them. */
export async function notifyOfRemainingTasks(
  tx: Tx,
  context: Context,
  { cause, count }: { cause: string; count: number },
): Promise<void> {
  if (count === 0) return;
  const content = `${cause}，有 ${count} 件待办无人可办。请在“工作移交”中移交或改派。`;
  const recipients = await listPeopleWith(tx, Permission.administer);
  await sendMessages(
    tx,
    context,
    recipients.map((staffId) => ({ staffId, kind: 'system', title: `${count} 件待办无人可办`, content })),
  );
}
