import type { EditableOrganisation, officeOrganisations } from '#contract/office-organisations.ts';
import {
  maxDepth,
  problemOfKind,
  problemOfKindChange,
  problemOfPosition,
  treePositions,
} from '#domain/office/organisation-tree.ts';
import { type Problem, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import {
  type ActingCall,
  actIfStillAllowed,
  digestOfDialogState,
  refuseOverwriting,
} from '#server/modules/access/audit/service.ts';
import { officeAuthorization, usesText } from './edit-part.ts';
import * as queries from './organisations.queries.ts';
import { deletePart } from './parts.queries.ts';
import { problemsOfCode, problemsOfName } from './similar-names.ts';

type Calls = typeof officeOrganisations;
type Fields = Pick<EditableOrganisation, 'name' | 'kind' | 'areaCode' | 'address' | 'phone'>;

const auditRecordOf = (verb: string, id: string, detail: Record<string, unknown>) => ({
  chain: 'office',
  action: `organisation.${verb}`,
  objectKind: 'organisation',
  objectId: id,
  detail,
});

const storedOf = ({
  id,
  name,
  kind,
  parent,
  areaCode,
  address,
  phone,
  sortBy,
}: queries.OrganisationToUpsert) => ({
  id,
  name,
  kind,
  parent,
  areaCode,
  address,
  phone,
  sortBy,
});

/** Returns the problems of an organisation by field, compared with the tree after the change. */
async function problemsOf(
  db: Db,
  row: queries.OrganisationToUpsert & { enabled: boolean },
  tree: readonly queries.OrganisationToUpsert[],
  parentField: string,
): Promise<Problem[]> {
  const nodes = new Map(tree.map((node) => [node.id, { enabled: true, ...node }]));
  nodes.set(row.id, row);
  const problems: Problem[] = [];
  const positionProblem = problemOfPosition(row, nodes);
  if (positionProblem !== undefined) problems.push({ field: parentField, message: positionProblem });
  else if (treePositions(nodes.values()).size < nodes.size) {
    problems.push({ field: parentField, message: `机构最多 ${maxDepth} 级，移动后其下级将超出` });
  }
  const before = tree.find(({ id }) => id === row.id);
  problems.push(
    ...problemsOfName(row, '机构', {
      all: tree,
      before,
      scopeOf: ({ parent }: { parent: string | null }) => parent,
    }),
  );
  const dependents = usesText((await queries.countDependents(db)).get(row.id) ?? []);
  const kind = problemOfKind(row, nodes.values()) ?? problemOfKindChange(before, row, dependents);
  if (kind !== undefined) problems.push({ field: 'kind', message: kind });
  const known = await queries.listKnownRegionCodes(db, [row.areaCode]);
  if (!known.has(row.areaCode))
    problems.push({ field: 'areaCode', message: `没有代码为“${row.areaCode}”的行政区划` });
  return problems;
}

/** Writes the row, and the positions of all organisations below it. */
async function saveWithPositions(
  tx: Tx,
  row: queries.OrganisationToUpsert,
  all: readonly queries.StoredOrganisation[],
) {
  const tree = [...all.filter(({ id }) => id !== row.id), row];
  return await writeTree(tx, { written: [storedOf(row)], tree, all });
}

/**
 * Writes organisations, and the positions of all organisations below them. People follow their department to another
 * organisation; returns these people.
 */
export async function writeTree(
  tx: Tx,
  change: {
    written: readonly queries.OrganisationToUpsert[];
    tree: readonly queries.OrganisationToUpsert[];
    all: readonly queries.StoredOrganisation[];
  },
): Promise<string[]> {
  const departmentIds = movedDepartments(change);
  await queries.lockPeopleIn(tx, departmentIds);
  await queries.upsertOrganisations(tx, change.written);
  await queries.updateTreePositions(tx, treePositions(change.tree).values());
  return departmentIds.length > 0 ? await queries.movePeopleWithDepartments(tx, departmentIds) : [];
}

/** Returns the departments whose path has changed, because they or a parent were moved. */
export function movedDepartments({
  tree,
  all,
}: {
  tree: readonly queries.OrganisationToUpsert[];
  all: readonly queries.StoredOrganisation[];
}): string[] {
  const [before, after] = [treePositions(all), treePositions(tree)];
  return tree.flatMap(({ id, kind }) =>
    kind === 'department' && before.has(id) && before.get(id)?.path !== after.get(id)?.path ? [id] : [],
  );
}

/** Adds an organisation as the last child of its parent. */
export function createOrganisation(
  call: ActingCall<Calls['create']>,
  { code, parentId, ...fields }: { code: string; parentId: string } & Fields,
) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const all = await queries.listStoredOrganisations(tx);
    const siblings = all.filter(({ parent }) => parent === parentId);
    const sortBy = Math.max(0, ...siblings.map((sibling) => sibling.sortBy)) + 1;
    const row = { ...fields, id: code, parent: parentId, sortBy, enabled: true };
    const isUsed = all.some(({ id }) => id === code);
    const problems = isUsed
      ? [{ field: 'code', message: `已有编码为“${code}”的机构` }]
      : [...problemsOfCode(code, '机构', all), ...(await problemsOf(tx, row, all, 'parentId'))];
    if (problems.length > 0) return refuse('badInput', { problems });
    await saveWithPositions(tx, row, all);
    return { answer: { id: code }, auditRecord: auditRecordOf('create', code, { now: storedOf(row) }) };
  });
}

/**
 * Returns a digest of the fields that the dialog of an organisation shows; its position is not among them.
 */
const digestOf = ({ name, kind, areaCode, address, phone }: Fields) =>
  digestOfDialogState([name, kind, areaCode, address, phone]);

export async function listOrganisations({ db }: Pick<Context, 'db'>) {
  const rows = await queries.listStoredOrganisations(db);
  return { rows: rows.map((row) => ({ ...row, digest: digestOf(row) })) };
}

/**
 * Changes names, kind, region, address and telephone. The code never changes, and the position is changed by
 * moving.
 */
export function changeOrganisation(
  call: ActingCall<Calls['change']>,
  id: string,
  { digest, ...fields }: Fields & { digest?: string | undefined },
) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const all = await queries.listStoredOrganisations(tx);
    const before = all.find((row) => row.id === id);
    if (!before) return refuse('notFound');
    const refusal = await refuseOverwriting(tx, {
      over: digest,
      current: digestOf(before),
      title: '机构',
      lastChange: { kind: 'organisation', id, sheets: ['organisations'] },
    });
    if (refusal) return refusal;
    const row = { ...before, ...fields };
    const problems = await problemsOf(tx, row, all, 'parentId');
    if (problems.length > 0) return refuse('badInput', { problems });
    await saveWithPositions(tx, row, all);
    const auditRecord = auditRecordOf('change', id, { before: storedOf(before), now: storedOf(row) });
    return { answer: { id }, auditRecord };
  });
}

/**
 * Moves an organisation with all organisations below it to another parent, or among the children of the same one.
 */
export function moveOrganisation(
  call: ActingCall<Calls['move']>,
  id: string,
  { parentId, before: next }: { parentId: string; before: string | null },
) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const all = await queries.listStoredOrganisations(tx);
    const stored = all.find((row) => row.id === id);
    if (!stored) return refuse('notFound');
    if (stored.parent === null) {
      return refuse('badInput', { problems: [{ field: 'parentId', message: '最上级机构不能移动' }] });
    }
    const row = { ...stored, parent: parentId };
    const problems = await problemsOf(tx, row, all, 'parentId');
    const siblings = all.filter((node) => node.parent === parentId && node.id !== id).map((node) => node.id);
    const index = next === null ? siblings.length : siblings.indexOf(next);
    if (index < 0) problems.push({ field: 'before', message: '该机构已不在这个上级下面，请刷新后重试' });
    if (problems.length > 0) return refuse('badInput', { problems });
    const followed = await saveWithPositions(tx, row, all);
    await queries.orderChildren(tx, siblings.toSpliced(index, 0, id));
    const detail = { name: stored.name, from: stored.parent, to: parentId, before: next };
    return {
      answer: { id },
      auditRecord: auditRecordOf('move', id, { ...detail, ...(followed.length > 0 && { followed }) }),
    };
  });
}

/** Disables an organisation, unless people, tasks or items still depend on it. */
export function disableOrganisation(call: ActingCall<Calls['disable']>, id: string) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const row = (await queries.listStoredOrganisations(tx)).find((node) => node.id === id);
    if (!row) return refuse('notFound');
    if (row.parent === null) return refuse('stillUsed', { message: '最上级机构不能停用' });
    const uses = usesText(await queries.countCurrentUses(tx, id));
    if (uses !== '') return refuse('stillUsed', { message: `“${row.name}”不能停用：仍有 ${uses}` });
    await queries.setEnabled(tx, id, false);
    return { answer: { id }, auditRecord: auditRecordOf('disable', id, { name: row.name }) };
  });
}

export function enableOrganisation(call: ActingCall<Calls['enable']>, id: string) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const all = await queries.listStoredOrganisations(tx);
    const row = all.find((node) => node.id === id);
    if (!row) return refuse('notFound');
    if (all.find((node) => node.id === row.parent)?.enabled === false) {
      return refuse('badInput', { message: '上级机构已停用，请先启用上级' });
    }
    await queries.setEnabled(tx, id, true);
    return { answer: { id }, auditRecord: auditRecordOf('enable', id, { name: row.name }) };
  });
}

/**
 * Deletes an organisation that was never used: the code of a used organisation occurs in processes and orders.
 */
export function removeOrganisation(call: ActingCall<Calls['remove']>, id: string) {
  return actIfStillAllowed(call, officeAuthorization, async (tx) => {
    const row = (await queries.listStoredOrganisations(tx)).find((node) => node.id === id);
    if (!row) return refuse('notFound');
    if (row.parent === null) return refuse('stillUsed', { message: '最上级机构不能删除' });
    const uses = usesText(await queries.countUses(tx, id));
    if (uses !== '') return refuse('stillUsed', { message: `“${row.name}”不能删除：仍有 ${uses}；可以停用` });
    await deletePart(tx, 'organisations', id);
    return { answer: {}, auditRecord: auditRecordOf('remove', id, { before: storedOf(row) }) };
  });
}
