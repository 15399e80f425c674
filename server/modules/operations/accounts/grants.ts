import type { z } from 'zod';
import type { grants, RoleGrantee } from '#contract/people.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { combinesDuties, dutiesText } from '#domain/access/duties.ts';
import { problemOfCheckedIdCard, problemOfGrant } from '#domain/access/role-rules.ts';
import { readStaffIdCard } from '#domain/access/staff-rules.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { reserveHits } from '#server/kernel/http/rate-limit.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { currentPermissions } from '#server/modules/access/rights/service.ts';
import {
  countTasksLeft,
  notifyOfRemainingTasks,
  problemsOfTasksLeft,
} from '#server/modules/operations/hand-overs/service.ts';
import { listAdministratorPermissions } from './administrator-roles.queries.ts';
import { digestOfRoles } from './dialog-digests.ts';
import { applyRoleChange } from './granted-administrators.ts';
import * as grantQueries from './grants.queries.ts';
import { problemOfLostPermission } from './last-administrator-guard.ts';
import * as people from './people.queries.ts';
import * as queries from './queries.ts';

/**
 * Returns a page of people with their roles, and the number of people in service without a role. Roles are granted
 * by the security administrator, never to oneself (docs/decisions/0170).
 */
export async function listGrantees(
  { context, actor }: { context: Context; actor: Actor },
  filter: z.output<typeof grants.list.query>,
) {
  const [{ rows, total }, without] = await Promise.all([
    grantQueries.listGrantees(context.db, filter),
    grantQueries.countPeopleWithoutRoles(context.db),
  ]);
  return { total, without, rows: rows.map((row) => presentGrantee(context, row, actor)) };
}

function presentGrantee(
  { config }: Context,
  { permissions: _rights, lastSignInAt: _at, withoutPassword: _none, hasIdCard, ...row }: queries.AccountRow,
  actor: Actor,
): RoleGrantee {
  const isOwn = row.id === actor.staffId;
  const state = {
    isOwn,
    lastHolderMessage: undefined,
    before: [],
    after: [],
    isPasswordKnownToOthers: false,
    separatesDuties: false,
  };
  const digest = digestOfRoles(row.roles.map(({ code }) => code));
  const asksIdCard = hasIdCard && !can(actor, Permission.manageStaff);
  return {
    ...row,
    digest,
    fault: problemOfGrant(state) ?? null,
    asksIdCard,
    separatesDuties: config.separateDuties,
  };
}

export async function readGrantee(
  { context, actor }: { context: Context; actor: Actor },
  id: string,
): Promise<RoleGrantee | Refusal<'notFound'>> {
  const row = await queries.findAccount(context.db, id);
  return row ? presentGrantee(context, row, actor) : refuse('notFound');
}

/** Maximum number of comparisons of identity numbers in an hour: enough for typing mistakes, too few to guess one. */
const comparisonsPerHour = 20;

/** Sets the roles of a person; they are effective from the person's next call on. */
export async function setRoles(
  call: ActingCall<typeof grants.set>,
  id: string,
  { roles, digest, idCard, leavesTasks }: z.output<typeof grants.set.body>,
) {
  const { context, actor } = call;
  const limit = {
    bucket: `grants:id-card:${actor.staffId}`,
    limit: comparisonsPerHour,
    windowSeconds: 3_600,
  };
  if (idCard && !(await reserveHits(context.db, [limit], context.now()))) return refuse('tooManyRequests');
  return await actIfStillAllowed(call, { permission: Permission.manageRole }, async (tx) => {
    const rights = await currentPermissions(tx, actor.staffId);
    const row = await queries.lockAccountRow(tx, id);
    if (!row) return refuse('notFound');
    const before = row.roles.map(({ code }) => code);
    const refusal = await refuseOverwriting(tx, {
      over: digest,
      current: digestOfRoles(before),
      title: '人员的角色',
      lastChange: { kind: 'staff', id, sheets: ['people'], sheetKey: row.account },
    });
    if (refusal) return refusal;
    const known = await people.findExistingIds(tx, 'roles', roles);
    if (roles.some((code) => !known.has(code)))
      return refuse('badInput', { problems: [{ field: 'roles', message: '所选角色已不存在，请重新选择' }] });
    const administratorPermissionsBefore = await listAdministratorPermissions(tx, context);
    const after = await grantQueries.listPermissionsOf(tx, roles);
    const tasksLeft = await countTasksLeft(tx, [{ staffId: id, links: { role: roles }, permissions: after }]);
    const [grantedAdministrator] = await applyRoleChange(tx, context, () =>
      people.setLinks(tx, 'roles', id, roles),
    );
    // The first administrator has both administrator roles, and can set passwords and numbers anyway.
    const hasBothAdministratorRoles = rights.has(Permission.manageStaff);
    const problem = problemOfGrant({
      isOwn: id === actor.staffId,
      lastHolderMessage: await problemOfLostPermission(
        tx,
        administratorPermissionsBefore,
        await listAdministratorPermissions(tx, context),
      ),
      before: row.permissions,
      after,
      isPasswordKnownToOthers: row.mustChangePassword && !hasBothAdministratorRoles,
      separatesDuties: context.config.separateDuties,
    });
    if (problem !== undefined) return refuse('accountChangeNotAllowed', { message: problem });
    const asksIdCard =
      grantedAdministrator !== undefined &&
      grantedAdministrator.idCardDigest !== null &&
      !hasBothAdministratorRoles;
    const message =
      asksIdCard && problemOfCheckedIdCard(compareIdCard(context, idCard, grantedAdministrator.idCardDigest));
    const problems = problemsOfTasksLeft(tasksLeft, leavesTasks);
    if (message) problems.push({ field: 'idCard', message });
    if (problems.length > 0) return refuse('badInput', { problems });
    await notifyOfRemainingTasks(tx, context, { cause: `${row.name}的角色已调整`, count: tasksLeft });
    const detail = {
      account: row.account,
      given: roles.filter((code) => !before.includes(code)),
      taken: before.filter((code) => !roles.includes(code)),
      ...(asksIdCard && { idCardCompared: true }),
      ...(tasksLeft > 0 && { tasksLeft }),
      ...(combinesDuties(row.permissions, after) && { joinedDuties: dutiesText(after) }),
    };
    const auditRecord = {
      chain: 'account',
      action: 'account.roles',
      objectKind: 'staff',
      objectId: id,
      detail,
    };
    return { answer: {}, auditRecord };
  });
}

/** Compares the number that was read from the card with the stored one. */
function compareIdCard(
  { crypto }: Pick<Context, 'crypto'>,
  typed: string | undefined,
  digest: string | null,
) {
  const card = readStaffIdCard(typed ?? '');
  if ('number' in card && card.number === '') return 'none';
  return 'number' in card && crypto.searchHash(card.number) === digest ? 'same' : 'other';
}
