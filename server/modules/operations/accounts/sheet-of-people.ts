import { Permission } from '#domain/access/actor.ts';
import { combinesDuties, dutiesMessageForPerson } from '#domain/access/duties.ts';
import { includeAdministration } from '#domain/access/role-rules.ts';
import { staffColumns } from '#domain/access/staff-columns.ts';
import { checkStaffEntry, readStaffIdCard, type StaffEntry } from '#domain/access/staff-rules.ts';
import { normalisePhone } from '#domain/certificates/normalise-numbers.ts';
import type { Chunks } from '#domain/chunks.ts';
import type { SheetChange, SheetProblem, SheetRow } from '#domain/sheets/import-sheet.ts';
import type { Context } from '#server/framework/context.ts';
import { importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import {
  countTasksLeft,
  notifyOfRemainingTasks,
  type PersonAfterChange,
  unattendedTasksMessage,
} from '#server/modules/operations/hand-overs/service.ts';
import { lockOfficeParts } from '#server/modules/organisation/office/service.ts';
import { applyRoleChange } from './granted-administrators.ts';
import { guardIdentityChanges, type IdentityChange } from './identity-changes.ts';
import { lastHolderProblems, readAdministratorPermissions } from './last-holders-of-sheet.ts';
import { type Link, type PersonValues, setLinks, updatePerson } from './people.queries.ts';
import * as queries from './sheet-of-people.queries.ts';

const postLinks = ['positions', 'groups', 'windows'] as const;
const linkLabels = { positions: '岗位', groups: '用户组', windows: '窗口' } as const;

type State = Awaited<ReturnType<typeof readState>>;

async function readState(db: Db, context: Context, actor: { readonly staffId: string }) {
  const people = await queries.listPeopleOfSheet(db);
  const roles = await queries.listRolesOfSheet(db);
  const organisations = await queries.listOrganisations(db);
  const knownIds = {
    positions: await queries.listIdsOf(db, 'positions'),
    groups: await queries.listIdsOf(db, 'groups'),
    windows: await queries.listIdsOf(db, 'windows'),
  };
  const self = people.find(({ id }) => id === actor.staffId);
  return {
    existingRows: people.map(({ row }) => row),
    people: new Map(people.map((person) => [textOf(person.row, 'account'), person])),
    roles: new Map(roles.map((role) => [role.name, role])),
    organisations: new Map(organisations.map((place) => [place.id, place])),
    knownIds,
    actor,
    separatesDuties: context.config.separateDuties,
    ...(await readAdministratorPermissions(db, context)),
    mayGrantRoles: self?.permissions.includes(Permission.manageRole) ?? false,
    digestOf: (number: string) => context.crypto.searchHash(number),
  };
}

const columnsOf = ({ roles, mayGrantRoles }: Pick<State, 'roles' | 'mayGrantRoles'>) =>
  staffColumns([...roles.keys()], mayGrantRoles);

/** 人员 as a spreadsheet (docs/decisions/0170): an imported person has no password until one is issued. */
export const sheetOfPeople = importableSheet<State>({
  name: 'people',
  title: '人员',
  columns: columnsOf,
  codes: ['organisations', 'departments', ...postLinks],
  keys: ['account'],
  permission: Permission.manageStaff,
  lockOffice: lockOfficeParts,
  read: readState,
  *check(changes, state) {
    const columns = columnsOf(state);
    const changedRows = changes.filter(({ kind }) => kind !== 'same');
    const problems: SheetProblem[] = [];
    for (const change of changedRows) {
      yield;
      const problemIn = (key: string, message: string) => problemAt(columns, change, key, message);
      problems.push(
        ...checkStaffEntry(entryOf(change.values))
          .filter(({ field }) => field !== 'account' || change.kind === 'added')
          .map(({ field, message }) => problemIn(field, message)),
        ...problemsOfOrganisation(change, state).map(([key, message]) => problemIn(key, message)),
        ...postProblems(change, state).map(([key, message]) => problemIn(key, message)),
        ...roleProblems(change, state).map((message) => problemIn('roles', message)),
      );
    }
    for (const [change, message] of yield* idCardProblems(changedRows, state))
      problems.push(problemAt(columns, change, 'idCard', message));
    return [...problems, ...lastHolderProblems(changedRows, state, columns)];
  },
  async warn(db, changes, state) {
    const tasksLeft = await countTasksLeft(db, peopleAfterImport(changes, state));
    return tasksLeft > 0 ? [unattendedTasksMessage('导入', tasksLeft)] : [];
  },
  async apply(tx, changes, state, context, call) {
    const identityRefusal = await guardIdentityChanges(tx, context, call, identityChanges(changes, state));
    if (identityRefusal) return identityRefusal;
    const tasksLeft = await countTasksLeft(tx, peopleAfterImport(changes, state));
    await applyRoleChange(tx, context, () => writePeople(tx, changes, state, context));
    await notifyOfRemainingTasks(tx, context, { cause: '导入人员后', count: tasksLeft });
    return undefined;
  },
});

function textOf(values: SheetRow, key: string): string {
  const value = values[key];
  return typeof value === 'string' ? value : '';
}

function listOf(values: SheetRow | undefined, key: string): readonly string[] {
  const value = values?.[key];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value));

/** Returns the data of a row; an empty number keeps the stored one. */
function entryOf(values: SheetRow): StaffEntry {
  const number = (key: string) => textOf(values, key) || undefined;
  return {
    account: textOf(values, 'account'),
    name: textOf(values, 'name'),
    title: textOf(values, 'title'),
    orgId: textOf(values, 'orgId'),
    idCard: number('idCard'),
    mobile: number('mobile'),
    landing: '/',
  };
}

function problemsOfOrganisation(
  { values, was }: SheetChange,
  { organisations }: State,
): [key: string, message: string][] {
  const orgId = textOf(values, 'orgId');
  const departmentId = textOf(values, 'departmentId');
  const org = organisations.get(orgId);
  const problems: [string, string][] = [];
  if (orgId !== '' && org?.kind !== 'organisation') problems.push(['orgId', `没有编码为“${orgId}”的机构`]);
  else if (org && !org.enabled && was?.orgId !== orgId) problems.push(['orgId', `${org.name}已停用`]);
  if (departmentId === '') return problems;
  const department = organisations.get(departmentId);
  if (department?.kind !== 'department') problems.push(['departmentId', `没有编码为“${departmentId}”的部门`]);
  else if (org && !department.path.startsWith(org.path))
    problems.push(['departmentId', `${department.name}不属于${org.name}`]);
  else if (!department.enabled && was?.departmentId !== departmentId)
    problems.push(['departmentId', `${department.name}已停用`]);
  return problems;
}

function postProblems({ values }: SheetChange, { knownIds }: State): [key: string, message: string][] {
  return postLinks.flatMap((link): [string, string][] => {
    const unknown = listOf(values, link).filter((id) => !knownIds[link].has(id));
    return unknown.length === 0 ? [] : [[link, `没有编码为“${unknown.join('”“')}”的${linkLabels[link]}`]];
  });
}

const permissionsOf = (names: readonly string[], { roles }: Pick<State, 'roles'>) =>
  names.flatMap((name) => roles.get(name)?.permissions ?? []);

/** Returns problems of roles: they are granted by people with that permission, and never to oneself. */
function roleProblems({ values, was }: SheetChange, state: State): string[] {
  const { mayGrantRoles, people, actor, separatesDuties } = state;
  if (isSameSet(listOf(values, 'roles'), listOf(was, 'roles'))) return [];
  if (!mayGrantRoles) return ['角色由安全管理员授予，请删除本列或保持原样'];
  const isOwn = people.get(textOf(values, 'account'))?.id === actor.staffId;
  if (isOwn) return ['不能改变自己的角色，请由另一名安全管理员办理'];
  const after = permissionsOf(listOf(values, 'roles'), state);
  const joins = separatesDuties && combinesDuties(permissionsOf(listOf(was, 'roles'), state), after);
  return joins ? [dutiesMessageForPerson(after)] : [];
}

/**
 * Yields problems of identity numbers: each number belongs to one person, in the spreadsheet and in the
 * office; the number of an administrator of the portal is not changed by others.
 */
function* idCardProblems(changes: readonly SheetChange[], state: State): Chunks<[SheetChange, string][]> {
  const { people, digestOf, actor } = state;
  const owners = new Map([...people].map(([account, { idCardDigest }]) => [idCardDigest, account]));
  const rows = new Map<string, number>();
  const problemOf = (change: SheetChange): string | undefined => {
    const card = readStaffIdCard(textOf(change.values, 'idCard'));
    if (!('number' in card) || card.number === '') return undefined;
    const account = textOf(change.values, 'account');
    const earlier = rows.get(card.number);
    rows.set(card.number, change.row);
    if (earlier !== undefined) return `与第 ${earlier} 行的身份证号相同`;
    const owner = owners.get(digestOf(card.number));
    if (owner === account) return undefined;
    if (owner !== undefined) return `该身份证号已登记在账号“${owner}”名下`;
    const person = people.get(account);
    return person && person.id !== actor.staffId && includeAdministration(person.permissions)
      ? '管理人员的身份证号不能由其他管理员修改，请先由安全管理员收回其管理类角色'
      : undefined;
  };
  const problems: [SheetChange, string][] = [];
  for (const change of changes) {
    yield;
    const problem = problemOf(change);
    if (problem !== undefined) problems.push([change, problem]);
  }
  return problems;
}

/** Returns the existing people who get another identity number; an empty cell keeps it. */
function identityChanges(changes: readonly SheetChange[], { people, digestOf }: State): IdentityChange[] {
  return changes.flatMap(({ values }): IdentityChange[] => {
    const account = textOf(values, 'account');
    const person = people.get(account);
    const card = readStaffIdCard(textOf(values, 'idCard'));
    if (!person || !('number' in card) || card.number === '') return [];
    const changed = digestOf(card.number) === person.idCardDigest ? [] : (['idCard'] as const);
    const { id: staffId, permissions } = person;
    return [{ staffId, name: textOf(values, 'name'), account, permissions, changed }];
  });
}

/** Returns the changed and new people, with their data after the import. */
function peopleAfterImport(changes: readonly SheetChange[], state: State): PersonAfterChange[] {
  return changes.flatMap(({ kind, values }) => {
    const person = state.people.get(textOf(values, 'account'));
    if (kind === 'same') return [];
    const departmentId = textOf(values, 'departmentId');
    const links = {
      org: [textOf(values, 'orgId')],
      department: departmentId === '' ? [] : [departmentId],
      position: listOf(values, 'positions'),
      group: listOf(values, 'groups'),
      window: listOf(values, 'windows'),
      role: idsOf(values, 'roles', state),
    };
    const permissions = permissionsOf(listOf(values, 'roles'), state);
    return [{ staffId: person?.id ?? '', links, permissions }];
  });
}

function valuesOf(crypto: Crypto, values: SheetRow, landing: string): PersonValues {
  const entry = entryOf(values);
  const storedNumber = (value: string) => ({ sealed: crypto.seal(value), digest: crypto.searchHash(value) });
  const card = readStaffIdCard(entry.idCard ?? '');
  return {
    account: entry.account,
    name: entry.name,
    title: entry.title,
    orgId: entry.orgId,
    departmentId: textOf(values, 'departmentId') || null,
    landing,
    ...('number' in card && card.number !== '' && { idCard: storedNumber(card.number) }),
    ...(entry.mobile && { mobile: storedNumber(normalisePhone(entry.mobile)) }),
  };
}

async function writePeople(tx: Tx, changes: readonly SheetChange[], state: State, context: Context) {
  const { crypto, newId, now } = context;
  const added = changes
    .filter(({ kind }) => kind === 'added')
    .map(({ values }) => ({ values, person: { ...valuesOf(crypto, values, '/'), id: newId() } }));
  await queries.insertPeople(
    tx,
    added.map(({ person }) => person),
    now(),
  );
  for (const link of [...postLinks, 'roles'] as const) {
    const rows = added.flatMap(({ values, person }) =>
      idsOf(values, link, state).map((id) => ({ staffId: person.id, id })),
    );
    if (rows.length > 0) await queries.insertLinks(tx, link, rows);
  }
  for (const { kind, values, was } of changes) {
    const person = state.people.get(textOf(values, 'account'));
    if (kind !== 'changed' || !person) continue;
    await updatePerson(tx, person.id, valuesOf(crypto, values, person.landing ?? '/'));
    for (const link of [...postLinks, 'roles'] as const)
      if (!isSameSet(listOf(values, link), listOf(was, link)))
        await setLinks(tx, link, person.id, idsOf(values, link, state));
  }
}

/** Returns the ids or codes of the links in the spreadsheet, as in the tables. */
function idsOf(values: SheetRow, link: Link, { roles }: State): string[] {
  const names = listOf(values, link);
  return link === 'roles' ? names.flatMap((name) => roles.get(name)?.code ?? []) : [...names];
}
