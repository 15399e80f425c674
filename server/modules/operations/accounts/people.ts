import type { z } from 'zod';
import type { PersonDetail, people } from '#contract/people.ts';
import { type Actor, Permission } from '#domain/access/actor.ts';
import { combinesDuties, dutiesMessageForPerson } from '#domain/access/duties.ts';
import { includeAdministration } from '#domain/access/role-rules.ts';
import { checkStaffEntry, readStaffIdCard } from '#domain/access/staff-rules.ts';
import { normalisePhone } from '#domain/certificates/normalise-numbers.ts';
import { isRefusal, type Problem, refuse } from '#domain/refusals/refusals.ts';
import { maskCertCode, maskMobile } from '#domain/sensitive/masks.ts';
import type { Context } from '#server/framework/context.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { hashPassword, unlessOverloaded } from '#server/modules/access/session/service.ts';
import {
  countTasksLeft,
  notifyOfRemainingTasks,
  problemsOfTasksLeft,
} from '#server/modules/operations/hand-overs/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { digestOfPerson } from './dialog-digests.ts';
import { listPermissionsOf } from './grants.queries.ts';
import { guardIdentityChanges } from './identity-changes.ts';
import { oneTimePasswordOf } from './one-time-password.ts';
import * as queries from './people.queries.ts';

const authorization = { permission: Permission.manageStaff, office: lockOfficeParts };

/** The values of a person in the form: identity, organisation, posts (docs/decisions/0170). */

type Entry = Omit<z.output<typeof people.edit.body>, 'leavesTasks' | 'digest'>;

/** Returns a person for the dialog; numbers are masked, because they can be changed without being read. */
export async function readPerson(
  { context, actor }: { context: Context; actor: Actor },
  id: string,
): Promise<PersonDetail | ReturnType<typeof refuse<'notFound'>>> {
  const row = await queries.findPerson(context.db, id);
  if (!row) return refuse('notFound');
  const { idCardSealed, mobileSealed, idCardDigest: _digest, permissions: _rights, unused, ...values } = row;
  const decrypt = (sealed: string | null) => (sealed === null ? '' : context.crypto.open(sealed, 'staff'));
  const idCardProblem = problemOfIdCardChange(row, actor);
  return {
    ...values,
    digest: digestOfPerson(row),
    landing: row.landing ?? '/',
    // The unified login may find the account by its name or by the identity number (0132).
    mayRename: unused && idCardProblem === undefined,
    idCard: maskCertCode(decrypt(idCardSealed)),
    mobile: maskMobile(decrypt(mobileSealed)),
    idCardFault: idCardProblem ?? null,
  };
}

/**
 * Returns the reason why the identity number may not be changed by this administrator: the unified login finds the
 * account by it, so that another person could get the administrator role (0132, 0085).
 */
function problemOfIdCardChange(
  row: Pick<queries.PersonRow, 'id' | 'permissions'>,
  actor: { staffId: string },
) {
  return row.id !== actor.staffId && includeAdministration(row.permissions)
    ? '管理人员的身份证号不能由其他管理员修改，请先由安全管理员收回其管理类角色'
    : undefined;
}

/** Creates a person with a first password, which is shown once and derived from the request (0060, 0085). */
export async function createPerson(
  call: ActingCall<typeof people.create> & { requestId: string },
  person: z.output<typeof people.create.body>,
) {
  const { context, actor } = call;
  const nonce = call.idempotencyKey ?? call.requestId;
  const oneTimePassword = oneTimePasswordOf(
    context.crypto,
    `${actor.staffId} new ${person.account} ${nonce}`,
  );
  const passwordHash = await unlessOverloaded(() => hashPassword(oneTimePassword));
  if (isRefusal(passwordHash)) return passwordHash;
  const answer = await actIfStillAllowed(call, authorization, async (tx) => {
    const problems = [
      ...(await problemsOf(tx, context, person)),
      ...(await problemsOfRoles(tx, call, person.roles)),
    ];
    if (problems.length > 0) return refuse('badInput', { problems });
    const id = context.newId();
    await queries.insertPerson(tx, id, { ...valuesOf(context.crypto, person), passwordHash }, context.now());
    for (const link of ['positions', 'groups', 'windows', 'roles'] as const)
      if (person[link].length > 0) await queries.setLinks(tx, link, id, person[link]);
    const { account, name, orgId, positions, groups, windows, roles } = person;
    const detail = { account, name, orgId, positions, groups, windows, roles };
    return { answer: { id, account, oneTimePassword: '' }, auditRecord: auditRecordOf('create', id, detail) };
  });
  if (isRefusal(answer)) return answer;
  const { data } = JSON.parse(answer.answerText) as { data: { id: string; account: string } };
  return { id: data.id, account: data.account, oneTimePassword };
}

/**
 * Changes a person's identity and data; posts and organisations are effective from the next request on
 * (0075).
 */
export function editPerson(
  call: ActingCall<typeof people.edit> & { sessionId: string },
  id: string,
  person: z.output<typeof people.edit.body>,
) {
  const { context, actor } = call;
  return actIfStillAllowed(call, authorization, async (tx) => {
    const row = await queries.lockPerson(tx, id);
    if (!row) return refuse('notFound');
    const refusal = await refuseOverwriting(tx, {
      over: person.digest,
      current: digestOfPerson(row),
      title: '人员',
      lastChange: { kind: 'staff', id, sheets: ['people'], sheetKey: row.account },
    });
    if (refusal) return refusal;
    const values = valuesOf(context.crypto, person);
    const problems = await problemsOf(tx, context, person, row);
    const error = problemOfIdCardChange(row, actor);
    if (person.account !== row.account && !row.unused)
      problems.push({ field: 'account', message: '该账号已投入使用，不能改名' });
    // The unified login may find the account by its name as well (0132).
    else if (person.account !== row.account && error)
      problems.push({
        field: 'account',
        message: '管理人员的账号不能由其他管理员改名，请先由安全管理员收回其管理类角色',
      });
    if (error && values.idCard && values.idCard.digest !== row.idCardDigest)
      problems.push({ field: 'idCard', message: error });
    const { orgId, departmentId, positions, groups, windows } = person;
    const department = departmentId === '' ? [] : [departmentId];
    const links = { org: [orgId], department, position: positions, group: groups, window: windows };
    const tasksLeft = problems.length > 0 ? 0 : await countTasksLeft(tx, [{ staffId: id, links }]);
    problems.push(...problemsOfTasksLeft(tasksLeft, person.leavesTasks));
    if (problems.length > 0) return refuse('badInput', { problems });
    const { account, permissions } = row;
    const changed = changedIdentityFields(row, values);
    const identityRefusal = await guardIdentityChanges(tx, context, { actor, call }, [
      { staffId: id, name: values.name, account, permissions, changed },
    ]);
    if (identityRefusal) return identityRefusal;
    await queries.updatePerson(tx, id, values);
    for (const link of ['positions', 'groups', 'windows'] as const)
      await queries.setLinks(tx, link, id, person[link]);
    await notifyOfRemainingTasks(tx, context, {
      cause: `${values.name}的岗位或机构已调整`,
      count: tasksLeft,
    });
    const detail = { account: row.account, ...changesOf(row, person), ...(tasksLeft > 0 && { tasksLeft }) };
    return { answer: {}, auditRecord: auditRecordOf('edit', id, detail) };
  });
}

function changedIdentityFields(row: queries.PersonRow, { account, idCard }: queries.PersonValues) {
  const isOther = idCard !== undefined && idCard.digest !== row.idCardDigest;
  return [...(account !== row.account ? ['account' as const] : []), ...(isOther ? ['idCard' as const] : [])];
}

/** Returns all problems of the entry: those that the rules find, and those that the data in the tables show. */
async function problemsOf(
  tx: Tx,
  { crypto }: Pick<Context, 'crypto'>,
  entry: Entry,
  stored?: Pick<queries.PersonRow, 'id' | 'account' | 'org' | 'department'>,
): Promise<Problem[]> {
  // An account name from before the rule may stay unchanged.
  const problems = checkStaffEntry(entry).filter(
    ({ field }) => field !== 'account' || entry.account !== stored?.account,
  );
  const addProblem = (field: string, message: string) => {
    if (!problems.some((problem) => problem.field === field)) problems.push({ field, message });
  };
  const { idCard } = valuesOf(crypto, entry);
  const idCardDigest = idCard?.digest ?? null;
  const alike = await queries.findDuplicatePeople(tx, { account: entry.account, idCardDigest });
  const others = alike.filter(({ id }) => id !== stored?.id);
  const namesake = others.find(({ account }) => account === entry.account);
  if (namesake) addProblem('account', `账号“${namesake.account}”已被${namesake.name}使用`);
  const sameCard = others.find((other) => idCardDigest !== null && other.idCardDigest === idCardDigest);
  if (sameCard) addProblem('idCard', `该身份证号已登记在${sameCard.name}（${sameCard.account}）名下`);
  for (const { field, message } of await problemsOfOrganisation(tx, entry, stored))
    addProblem(field, message);
  for (const link of ['positions', 'groups', 'windows'] as const) {
    const known = await queries.findExistingIds(tx, link, entry[link]);
    if (entry[link].some((id) => !known.has(id))) addProblem(link, missingTexts[link]);
  }
  return problems;
}

const missingTexts = {
  positions: '所选岗位已不存在，请重新选择',
  groups: '所选用户组已不存在，请重新选择',
  windows: '所选窗口已不存在，请重新选择',
} as const;

/**
 * Returns the problems of the organisation and the department: a person belongs to an enabled organisation, and
 * to one of its departments or to none.
 */
async function problemsOfOrganisation(
  tx: Tx,
  { orgId, departmentId }: Entry,
  stored?: Pick<queries.PersonRow, 'org' | 'department'>,
): Promise<Problem[]> {
  const organisations = new Map(
    (await queries.lockOrganisations(tx, [orgId, departmentId])).map((row) => [row.id, row]),
  );
  const org = organisations.get(orgId);
  const problems: Problem[] = [];
  if (org?.kind !== 'organisation') problems.push({ field: 'orgId', message: '所选机构不存在，请重新选择' });
  else if (!org.enabled && stored?.org.id !== orgId)
    problems.push({ field: 'orgId', message: `${org.name}已停用` });
  if (departmentId === '') return problems;
  const department = organisations.get(departmentId);
  if (department?.kind !== 'department' || !org || !department.path.startsWith(org.path))
    problems.push({ field: 'departmentId', message: '所选部门不属于该机构，请重新选择' });
  else if (!department.enabled && stored?.department?.id !== departmentId)
    problems.push({ field: 'departmentId', message: `${department.name}已停用` });
  return problems;
}

async function problemsOfRoles(
  tx: Tx,
  { context, actor }: { context: Pick<Context, 'config'>; actor: { staffId: string } },
  roles: readonly string[],
): Promise<Problem[]> {
  if (roles.length === 0) return [];
  if (!(await hasPermissionNow(tx, actor.staffId, Permission.manageRole)))
    return [{ field: 'roles', message: '角色由安全管理员授予，请留空' }];
  const known = await queries.findExistingIds(tx, 'roles', roles);
  if (roles.some((code) => !known.has(code)))
    return [{ field: 'roles', message: '所选角色已不存在，请重新选择' }];
  const permissions = await listPermissionsOf(tx, roles);
  return context.config.separateDuties && combinesDuties([], permissions)
    ? [{ field: 'roles', message: dutiesMessageForPerson(permissions) }]
    : [];
}

function valuesOf(crypto: Pick<Crypto, 'seal' | 'searchHash'>, entry: Entry): queries.PersonValues {
  const { account, title, orgId, departmentId, landing, idCard, mobile } = entry;
  const storedNumber = (value: string): queries.StoredNumber =>
    value === ''
      ? { sealed: null, digest: null }
      : { sealed: crypto.seal(value), digest: crypto.searchHash(value) };
  const card = readStaffIdCard(idCard ?? '');
  return {
    account,
    name: entry.name.trim(),
    title: title.trim(),
    orgId,
    departmentId: departmentId === '' ? null : departmentId,
    landing,
    ...(idCard !== undefined && 'number' in card && { idCard: storedNumber(card.number) }),
    ...(mobile !== undefined && { mobile: storedNumber(normalisePhone(mobile)) }),
  };
}

/** Returns the changes for the audit log; for numbers only that they were changed. */
function changesOf(row: queries.PersonRow, entry: Entry): Record<string, string> {
  const idsOf = (rows: readonly { id: string }[]) =>
    rows
      .map(({ id }) => id)
      .sort()
      .join('、');
  const values: Record<string, [string, string]> = {
    renamed: [row.account, entry.account],
    name: [row.name, entry.name.trim()],
    title: [row.title, entry.title.trim()],
    orgId: [row.org.id, entry.orgId],
    departmentId: [row.department?.id ?? '', entry.departmentId],
    landing: [row.landing ?? '/', entry.landing],
    positions: [idsOf(row.positions), [...entry.positions].sort().join('、')],
    groups: [idsOf(row.groups), [...entry.groups].sort().join('、')],
    windows: [idsOf(row.windows), [...entry.windows].sort().join('、')],
  };
  return Object.fromEntries([
    ...Object.entries(values).flatMap(([field, [before, after]]) =>
      before === after ? [] : [[field, `${before || '无'} → ${after || '无'}`]],
    ),
    ...(['idCard', 'mobile'] as const).flatMap((field) =>
      entry[field] === undefined ? [] : [[field, 'changed']],
    ),
  ]);
}

function auditRecordOf(verb: string, id: string, detail: Record<string, unknown>) {
  return { chain: 'account', action: `account.${verb}`, objectKind: 'staff', objectId: id, detail };
}
