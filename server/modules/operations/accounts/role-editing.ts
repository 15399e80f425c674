import type { z } from 'zod';
import type { RoleDetail, roleEditing } from '#contract/role-editing.ts';
import { Permission } from '#domain/access/actor.ts';
import { combinesDuties, dutiesMessageForRole } from '#domain/access/duties.ts';
import { checkRole } from '#domain/access/role-rules.ts';
import { type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { codeMessage, isCode } from '#domain/sheets/import-sheet.ts';
import { problemOfSimilarName } from '#domain/texts/similar-names.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { currentPermissions } from '#server/modules/access/rights/service.ts';
import { listProcessesWithKeys } from '#server/modules/organisation/office/service.ts';
import { digestOfRole } from './dialog-digests.ts';
import { replaceAndCheckRole } from './replace-role.ts';
import * as queries from './role-editing.queries.ts';

const authorization = { permission: Permission.manageRole };

/** The values of a role in the form: its permissions and the pages that it opens (docs/decisions/0170). */

type Entry = Omit<z.output<typeof roleEditing.edit.body>, 'digest'>;

export async function listRoleMenus({ db }: Pick<Context, 'db'>) {
  const groups = new Map<string, { id: string; code: string; title: string }[]>();
  for (const { group, ...menu } of await queries.listMenuLeaves(db))
    groups.set(group, [...(groups.get(group) ?? []), menu]);
  return { groups: [...groups].map(([title, menus]) => ({ title, menus })) };
}

export async function readRole(
  { context, actor }: { context: Context; actor: { staffId: string } },
  code: string,
): Promise<RoleDetail | Refusal<'notFound'>> {
  const { db } = context;
  const role = await queries.findRole(db, code);
  if (!role) return refuse('notFound');
  const isOwn = await queries.isHeldBy(db, code, actor.staffId);
  const deleteProblem = problemOfDelete(role, await listProcessesWithKeys(db, [`role:${code}`])) ?? null;
  const { holders: _count, ...contents } = role;
  return { ...contents, isOwn, deleteFault: deleteProblem, digest: digestOfRole(role) };
}

/**
 * Returns the reason why a role may not be deleted: its holders would lose it, and a process that names it
 * would wait for a handler who does not exist.
 */
function problemOfDelete({ holders }: { holders: number }, processes: readonly string[]): string | undefined {
  if (holders > 0) return `还有 ${holders} 人持有该角色（含已停用的账号），请先收回`;
  return processes.length > 0 ? `流程“${processes.join('”“')}”指定了该角色，不能删除` : undefined;
}

export function createRole(
  call: ActingCall<typeof roleEditing.create>,
  { code, ...entry }: z.output<typeof roleEditing.create.body>,
) {
  return actIfStillAllowed(call, authorization, async (tx) => {
    const problems: Problem[] = isCode(code) ? [] : [{ field: 'code', message: `角色编码${codeMessage}` }];
    const alike = problemOfSimilarName(code, await queries.listRoleCodes(tx), '角色编码');
    if (alike) problems.push({ field: 'code', message: alike });
    const storedRole = await queries.findRole(tx, code);
    if (storedRole) problems.push({ field: 'code', message: `编码“${code}”已被使用` });
    problems.push(...(await problemsOf(tx, call.context, { code, storedRole }, entry)));
    if (problems.length > 0) return refuse('badInput', { problems });
    await queries.replaceRole(tx, { code, ...entry, name: entry.name.trim() });
    return { answer: { code }, auditRecord: auditRecordOf('create', code, { ...entry }) };
  });
}

/**
 * Changes a role for all holders from their next call on; each administrator permission must keep a holder.
 */
export function editRole(
  call: ActingCall<typeof roleEditing.edit>,
  code: string,
  { digest, ...entry }: Entry & { digest: string },
) {
  const { staffId } = call.actor;
  return actIfStillAllowed(call, authorization, async (tx) => {
    const rights = await currentPermissions(tx, staffId);
    const role = await queries.findRole(tx, code);
    if (!role) return refuse('notFound');
    const refusal = await refuseOverwriting(tx, {
      over: digest,
      current: digestOfRole(role),
      title: '角色',
      lastChange: { kind: 'role', id: code },
    });
    if (refusal) return refusal;
    const ownPermissions = (await queries.isHeldBy(tx, code, staffId)) ? role.permissions : undefined;
    const problems = await problemsOf(tx, call.context, { code, storedRole: role }, entry, ownPermissions);
    if (problems.length > 0) return refuse('badInput', { problems });
    const replaceProblems = await replaceAndCheckRole(tx, call.context, {
      role: { code, ...entry, name: entry.name.trim() },
      hasBothRoles: rights.has(Permission.manageStaff),
    });
    if (replaceProblems.length > 0) return refuse('badInput', { problems: replaceProblems });
    const granted = entry.permissions.filter((permission) => !role.permissions.includes(permission));
    const revoked = role.permissions.filter((permission) => !entry.permissions.includes(permission));
    return {
      answer: {},
      auditRecord: auditRecordOf('edit', code, {
        name: entry.name,
        given: granted,
        taken: revoked,
        menus: entry.menus,
      }),
    };
  });
}

export function removeRole(call: ActingCall<typeof roleEditing.remove>, code: string) {
  return actIfStillAllowed(call, authorization, async (tx) => {
    const role = await queries.findRole(tx, code);
    if (!role) return refuse('notFound');
    const message = problemOfDelete(role, await listProcessesWithKeys(tx, [`role:${code}`]));
    if (message !== undefined) return refuse('accountChangeNotAllowed', { message });
    await queries.deleteRole(tx, code);
    return { answer: {}, auditRecord: auditRecordOf('remove', code, { name: role.name }) };
  });
}

/** Returns all problems of a requested role; `storedRole` is undefined for a new one. */
export async function problemsOf(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { code, storedRole }: { code: string; storedRole: Pick<queries.RoleContents, 'permissions'> | undefined },
  entry: Entry,
  ownPermissions?: readonly string[],
): Promise<Problem[]> {
  const problems = checkRole(entry, ownPermissions);
  if (config.separateDuties && combinesDuties(storedRole?.permissions ?? [], entry.permissions))
    problems.push({ field: 'permissions', message: dutiesMessageForRole(entry.permissions) });
  // Spreadsheets name roles by their names.
  const sameName = await queries.findRoleByName(tx, entry.name.trim());
  if (sameName !== undefined && sameName !== code)
    problems.push({ field: 'name', message: '已有同名的角色' });
  const others = await queries.listOtherRoleNames(tx, code);
  const alike = problemOfSimilarName(entry.name.trim(), others, '角色名称');
  if (alike && problems.every(({ field }) => field !== 'name'))
    problems.push({ field: 'name', message: alike });
  const known = new Set((await queries.listMenuLeaves(tx)).map(({ id }) => id));
  if (entry.menus.some((id) => !known.has(id)))
    problems.push({ field: 'menus', message: '所选菜单已不存在，请重新选择' });
  return problems;
}

function auditRecordOf(verb: string, code: string, detail: Record<string, unknown>) {
  return { chain: 'account', action: `role.${verb}`, objectKind: 'role', objectId: code, detail };
}
