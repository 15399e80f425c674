import type { z } from 'zod';
import type { Account, accounts, Role, roles } from '#contract/accounts.ts';
import type { OffboardingCheck } from '#contract/people.ts';
import {
  type AccountChange,
  type AccountState,
  allowedAccountChanges,
  problemOfAccountChange,
} from '#domain/access/account-rules.ts';
import {
  type Actor,
  administrativePermissions,
  mayParticipateInMatters,
  Permission,
} from '#domain/access/actor.ts';
import { type AdministratorPermission, permissionsOfOnlyHolder } from '#domain/access/administrator-roles.ts';
import { combinesDuties, dutiesMessageForEnabling } from '#domain/access/duties.ts';
import { labelOfPermission } from '#domain/access/permission-labels.ts';
import { SessionEnd } from '#domain/access/session-end.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { type ActingCall, actIfStillAllowed } from '#server/modules/access/audit/service.ts';
import { currentPermissions } from '#server/modules/access/rights/service.ts';
import {
  endAllSessions,
  hashPassword,
  listLockedStaff,
  unlessOverloaded,
  unlockSignIn,
} from '#server/modules/access/session/service.ts';
import { endRulesOfDepartingPerson } from '#server/modules/cases/substitutes/service.ts';
import {
  countOpenWork,
  countTasksLeft,
  notifyOfRemainingTasks,
} from '#server/modules/operations/hand-overs/service.ts';
import { listProcessesWithKeys, lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { listSharedViews } from '#server/modules/portal/list-views/service.ts';
import { endFeed } from '#server/modules/portal/schedule/service.ts';
import { listAdministratorPermissions } from './administrator-roles.queries.ts';
import { notifyOfReset } from './notify-of-reset.ts';
import * as offboardingQueries from './offboarding.queries.ts';
import { oneTimePasswordOf } from './one-time-password.ts';
import * as queries from './queries.ts';

const runsPortal = ({ permissions }: { permissions: readonly string[] }): boolean =>
  !mayParticipateInMatters({ permissions: new Set(permissions as Permission[]) });

const authorization = { permission: Permission.manageStaff };

/** Lists a page of accounts, each with its allowed actions. */
export async function listAccounts(
  { context, actor }: { context: Context; actor: Actor },
  filter: z.output<(typeof accounts.list)['query']>,
) {
  const [locked, administratorPermissions] = await Promise.all([
    listLockedStaff(context.db, context.now()),
    listAdministratorPermissions(context.db, context),
  ]);
  const { rows, total } = await queries.listAccounts(context.db, filter, [...locked]);
  return {
    total,
    rows: rows.map((row) =>
      presentAccount(
        row,
        stateOf(row, {
          actor,
          locked,
          administratorPermissions,
          separatesDuties: context.config.separateDuties,
        }),
      ),
    ),
  };
}

function stateOf(
  row: queries.AccountRow,
  facts: {
    actor: { staffId: string; permissions: ReadonlySet<Permission> };
    locked: ReadonlySet<string>;
    administratorPermissions: readonly AdministratorPermission[];
    separatesDuties: boolean;
  },
): AccountState {
  return {
    isOwn: row.id === facts.actor.staffId,
    isDisabled: row.disabled,
    isLocked: facts.locked.has(row.id),
    runsPortal: runsPortal(row),
    // A person with both administrator roles also grants permissions: nothing is gained.
    isPasswordKnownToOthers: row.mustChangePassword && !facts.actor.permissions.has(Permission.manageRole),
    joinedDutiesMessage:
      facts.separatesDuties && combinesDuties([], row.permissions)
        ? dutiesMessageForEnabling(row.permissions)
        : undefined,
    solePermissions: permissionsOfOnlyHolder(facts.administratorPermissions, row.id),
  };
}

function presentAccount(
  { permissions: _permissions, hasIdCard: _number, lastSignInAt, ...row }: queries.AccountRow,
  state: AccountState,
): Account {
  return {
    ...row,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    locked: state.isLocked,
    can: allowedAccountChanges(state),
  };
}

/** Returns the open responsibilities of a person who is about to leave. */
export async function previewOffboarding(
  { context, actor }: { context: Context; actor: Actor },
  id: string,
): Promise<OffboardingCheck | Refusal<'notFound'>> {
  const { db } = context;
  const row = await queries.findAccount(db, id);
  if (!row) return refuse('notFound');
  const administratorPermissions = await listAdministratorPermissions(db, context);
  const { separateDuties: separatesDuties } = context.config;
  const state = stateOf(row, {
    actor,
    locked: new Set(),
    administratorPermissions,
    separatesDuties,
  });
  const [work, soleOf, archiveOf, processes, sharedViews, handOverBy] = await Promise.all([
    countOpenWork(context, id),
    offboardingQueries.listSoleMemberships(db, id),
    offboardingQueries.findArchiveOfLastArchivist(db, id),
    listProcessesWithKeys(db, [`staff:${id}`]),
    listSharedViews(db, id),
    offboardingQueries.listMatterAdministrators(db, id),
  ]);
  const responsibilities = { archiveOf: archiveOf ?? null, processes, sharedViews: sharedViews.length };
  return {
    ...work,
    soleOf,
    ...responsibilities,
    handOverBy,
    fault: problemOfAccountChange('disable', state) ?? null,
  };
}

/** Locks and returns the account, or refuses with the reason why this change is not allowed. */
async function lockAccountRowFor(
  tx: Tx,
  { context, actor }: { context: Context; actor: { staffId: string } },
  id: string,
  change: AccountChange,
) {
  const row = await queries.lockAccountRow(tx, id);
  if (!row) return refuse('notFound');
  const locked = await listLockedStaff(tx, context.now());
  const administratorPermissions = await listAdministratorPermissions(tx, context);
  // The permissions are read again, because they may have been removed while this request waited for the lock.
  const permissions = await currentPermissions(tx, actor.staffId);
  const currentActor = { staffId: actor.staffId, permissions };
  const { separateDuties: separatesDuties } = context.config;
  const state = stateOf(row, {
    actor: currentActor,
    locked,
    administratorPermissions,
    separatesDuties,
  });
  const problem = problemOfAccountChange(change, state);
  return problem === undefined ? row : refuse('accountChangeNotAllowed', { message: problem });
}

function auditRecordOf(verb: string, row: queries.AccountRow, detail: Record<string, unknown> = {}) {
  return {
    chain: 'account',
    action: `account.${verb}`,
    objectKind: 'staff',
    objectId: row.id,
    detail: { account: row.account, ...detail },
  };
}

/**
 * Disables an account: earlier sessions, browsers and calendar addresses no longer open it, not even after it
 * is enabled again.
 */
export function disableAccount(call: ActingCall<typeof accounts.disable>, id: string, reason: string) {
  return actIfStillAllowed(call, authorization, async (tx) => {
    const row = await lockAccountRowFor(tx, call, id, 'disable');
    if (isRefusal(row)) return row;
    const tasksLeft = await countTasksLeft(tx, [{ staffId: id, isInService: false }]);
    await queries.setDisabled(tx, id, call.context.now());
    const endedSessions = await endAllSessions(tx, call.context, id, SessionEnd.disabled);
    await endFeed(tx, id);
    const endedRules = await endRulesOfDepartingPerson(tx, call, id);
    await notifyOfRemainingTasks(tx, call.context, { cause: `${row.name}的账号已停用`, count: tasksLeft });
    const detail = { reason, endedSessions, endedRules, ...(tasksLeft > 0 && { tasksLeft }) };
    return { answer: { endedSessions }, auditRecord: auditRecordOf('disable', row, detail) };
  });
}

export function enableAccount(call: ActingCall<typeof accounts.enable>, id: string) {
  return actIfStillAllowed(call, { ...authorization, office: lockOfficeParts }, async (tx) => {
    const row = await lockAccountRowFor(tx, call, id, 'enable');
    if (isRefusal(row)) return row;
    const disabledName = await queries.findDisabledOrganisation(tx, id);
    if (disabledName !== undefined) {
      const message = `所属的“${disabledName}”已停用，请先在“修改”中改到在用的机构`;
      return refuse('accountChangeNotAllowed', { message });
    }
    await queries.setDisabled(tx, id, null);
    return { answer: {}, auditRecord: auditRecordOf('enable', row) };
  });
}

/** Deletes the failed logins that lock the person out. */
export function unlockAccount(call: ActingCall<typeof accounts.unlock>, id: string) {
  return actIfStillAllowed(call, authorization, async (tx) => {
    const row = await lockAccountRowFor(tx, call, id, 'unlock');
    if (isRefusal(row)) return row;
    await unlockSignIn(tx, row);
    return { answer: {}, auditRecord: auditRecordOf('unlock', row) };
  });
}

/**
 * Sets a one-time password, ends the sessions, and requires the password again in every browser. A repeated request
 * must get the same answer, and stored answers are readable in the database: so the password is not stored, but
 * derived from the request with the key of the installation.
 */
export async function resetPassword(
  call: ActingCall<typeof accounts.resetPassword> & { requestId: string },
  id: string,
) {
  const { context } = call;
  const nonce = call.idempotencyKey ?? call.requestId;
  const oneTimePassword = oneTimePasswordOf(context.crypto, `${call.actor.staffId} ${id} ${nonce}`);
  const hash = await unlessOverloaded(() => hashPassword(oneTimePassword));
  if (isRefusal(hash)) return hash;
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    const row = await lockAccountRowFor(tx, call, id, 'resetPassword');
    if (isRefusal(row)) return row;
    await queries.setOneTimePassword(tx, id, hash, context.now());
    const endedSessions = await endAllSessions(tx, context, id, SessionEnd.passwordReset);
    await unlockSignIn(tx, row);
    await notifyOfReset(tx, context, id, `系统管理员${call.actor.name}`);
    return {
      answer: { account: row.account, oneTimePassword: '' },
      auditRecord: auditRecordOf('reset-password', row, { endedSessions }),
    };
  });
  if (isRefusal(answer)) return answer;
  const { data } = JSON.parse(answer.answerText) as { data: { account: string } };
  return { account: data.account, oneTimePassword };
}

/** Lists roles with their permissions and the number of their holders. */
export async function listRoles(context: Context, filter: z.output<(typeof roles.list)['query']>) {
  const { rows, total } = await queries.listRoles(context.db, filter);
  return { total, rows: rows.map(presentRole) };
}

function presentRole({ permissions, ...row }: queries.RoleRow): Role {
  return {
    ...row,
    permissions: permissions.map((code) => ({ code, name: labelOfPermission(code) })),
    runsPortal: permissions.some((code) => administrativePermissions.includes(code as Permission)),
  };
}

export async function listHolders(context: Context, code: string, page: { page: number; size: number }) {
  if (!(await queries.roleExists(context.db, code))) return refuse('notFound');
  return queries.listHolders(context.db, code, page);
}

export { issueFirstPasswords, listPeopleWithoutPassword } from './first-passwords.ts';
export { listGrantees, readGrantee, setRoles } from './grants.ts';
export { createPerson, editPerson, readPerson } from './people.ts';
export { createRole, editRole, listRoleMenus, readRole, removeRole } from './role-editing.ts';
export { importRole, listRolesForBundle } from './roles-of-bundle.ts';
export { sheetOfPeople } from './sheet-of-people.ts';
