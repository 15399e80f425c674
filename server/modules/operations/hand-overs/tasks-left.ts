import { mayHaveMatters, Permission } from '#domain/access/actor.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { sendMessages } from '#server/modules/cases/messages/service.ts';
import { countByCandidates } from './queries.ts';
import * as queries from './tasks-left.queries.ts';

/** Effect of a change of people on their open tasks (docs/decisions/0191). */

/**
 * A person after the change: a field that is left out is unchanged; a new person has only the given values.
 */
export interface PersonAfter {
  staffId: string;
  /** New ids of the keys of these kinds. */
  links?: Partial<Record<'org' | 'department' | 'position' | 'group' | 'window' | 'role', readonly string[]>>;
  permissions?: readonly string[];
  inOffice?: boolean;
}

/**
 * Counts the open tasks that have a handler now and would have none after the change, including those that
 * wait for others.
 */
export async function countTasksLeft(db: Db, after: readonly PersonAfter[]): Promise<number> {
  const before = await queries.listStaffKeys(
    db,
    after.map(({ staffId }) => staffId),
  );
  const changeOf = new Map(after.map((change) => [change.staffId, change]));
  const changes = before.map((person) => ({
    had: answeredBy(person),
    has: answeredBy(changed(person, changeOf.get(person.staffId))),
  }));
  const known = new Set(before.map(({ staffId }) => staffId));
  const nobody = { keys: [], permissions: [], inOffice: true };
  const coming = after.filter(({ staffId }) => !known.has(staffId));
  const had = new Set(changes.flatMap((one) => one.had));
  const has = new Set([
    ...changes.flatMap((one) => one.has),
    ...coming.flatMap((change) => answeredBy(changed(nobody, change))),
  ]);
  const lost = [...had].filter((key) => !has.has(key));
  if (lost.length === 0) return 0;
  const named = await countByCandidates(db, lost);
  const keys = [...new Set(named.flatMap(({ candidates }) => candidates))];
  const others = await queries.listAnsweredByOthers(
    db,
    keys,
    before.map(({ staffId }) => staffId),
  );
  const answered = new Set([...has, ...others]);
  return named
    .filter(({ candidates }) => !candidates.some((key) => answered.has(key)))
    .reduce((total, { count }) => total + count, 0);
}

type StaffState = Pick<queries.StaffKeys, 'keys' | 'permissions' | 'inOffice'>;

function answeredBy({ keys, permissions, inOffice }: StaffState): string[] {
  const rights = new Set(permissions as Permission[]);
  return inOffice && mayHaveMatters({ permissions: rights }) && rights.has(Permission.handle) ? keys : [];
}

function changed({ keys, permissions, inOffice }: StaffState, change: PersonAfter | undefined): StaffState {
  const links = Object.entries(change?.links ?? {});
  const kept = keys.filter((key) => !links.some(([kind]) => key.startsWith(`${kind}:`)));
  return {
    keys: [...kept, ...links.flatMap(([kind, ids]) => ids.map((id) => `${kind}:${id}`))],
    permissions: [...(change?.permissions ?? permissions)],
    inOffice: change?.inOffice ?? inOffice,
  };
}

/** The field by which the person confirms; the problem is reported at the same field. */
const leavesTasks = 'leavesTasks';

/** Returns a problem if tasks would be left without a handler, until it is confirmed. */
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
  const recipients = await queries.listAdministrators(tx);
  await sendMessages(
    tx,
    context,
    recipients.map((staffId) => ({ staffId, kind: 'system', title: `${count} 件待办无人可办`, content })),
  );
}
