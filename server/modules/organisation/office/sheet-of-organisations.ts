import { Permission } from '#domain/access/actor.ts';
import type { Chunks } from '#domain/chunks.ts';
import { organisationColumns } from '#domain/office/organisation-columns.ts';
import {
  maxDepth,
  organisationKindLabel,
  problemOfKind,
  problemOfKindChange,
  problemOfPosition,
  treePositions,
} from '#domain/office/organisation-tree.ts';
import type { SheetChange, SheetField, SheetProblem } from '#domain/sheets/import-sheet.ts';
import { hasRequiredCells, importableSheet, problemAt } from '#server/framework/lists/importable-sheet.ts';
import { usesText } from './edit-part.ts';
import { lockOffice } from './office.queries.ts';
import * as queries from './organisations.queries.ts';
import { movedDepartments, writeTree } from './organisations.ts';
import { problemsOfCode, problemsOfName } from './similar-names.ts';

interface State {
  existingRows: ReturnType<typeof rowOf>[];
  all: readonly queries.StoredOrganisation[];
  areas: ReadonlySet<string>;
  dependents: Awaited<ReturnType<typeof queries.countDependents>>;
  people: readonly queries.DepartmentMember[];
}

const rowOf = (row: queries.StoredOrganisation) => {
  const { id, name, kind, parent, areaCode, address, phone, sortBy } = row;
  return { code: id, name, kind: organisationKindLabel[kind], parent, areaCode, address, phone, sortBy };
};

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Returns the tree after the changes: a new organisation without a region gets its parent's. */
function treeWithChanges(changes: readonly SheetChange[], all: readonly queries.StoredOrganisation[]) {
  const before = new Map(all.map((row) => [row.id, row]));
  const tree = new Map(
    all.map((row) => [row.id, row as queries.OrganisationToUpsert & { enabled: boolean }]),
  );
  for (const { values } of changes) {
    const id = text(values.code);
    tree.set(id, {
      id,
      name: text(values.name),
      kind: values.kind === organisationKindLabel.department ? 'department' : 'organisation',
      parent: text(values.parent) || null,
      areaCode: text(values.areaCode),
      address: text(values.address),
      phone: text(values.phone),
      sortBy: Number(values.sortBy ?? 0),
      enabled: before.get(id)?.enabled ?? true,
    });
  }
  for (const { values } of changes) {
    const row = tree.get(text(values.code));
    let ancestor = row;
    for (let step = 0; row && row.areaCode === '' && ancestor && step < maxDepth; step += 1) {
      ancestor = tree.get(ancestor.parent ?? '');
      row.areaCode = ancestor?.areaCode ?? '';
    }
  }
  return tree;
}

function* problemsOf(
  changes: readonly SheetChange[],
  { all, areas, dependents }: State,
): Chunks<SheetProblem[]> {
  const readable = changes.filter(hasRequiredCells(organisationColumns));
  const tree = treeWithChanges(readable, all);
  const before = new Map(all.map((row) => [row.id, row]));
  const rowsAfter = [...tree.values()];
  const problems: SheetProblem[] = [];
  for (const change of readable) {
    yield;
    const row = tree.get(text(change.values.code));
    if (!row || change.kind === 'same') continue;
    const addProblem = (key: string, message: string | undefined, missing?: 'org') => {
      if (message !== undefined) problems.push(problemAt(organisationColumns, change, key, message, missing));
    };
    // There may be several roots: that of the office, and independent organisations such as a people's congress.
    const isTop = before.get(row.id)?.parent === null;
    if (row.parent === null && !isTop) addProblem('parent', '不能为空：只有最上级的机构没有上级');
    else if (row.parent !== null && isTop) addProblem('parent', '最上级机构不能移动');
    else
      addProblem('parent', problemOfPosition(row, tree), tree.has(row.parent ?? row.id) ? undefined : 'org');
    const was = before.get(row.id);
    if (!was)
      for (const { message } of problemsOfCode(row.id, '机构', rowsAfter)) addProblem('code', message);
    const names = { all: rowsAfter, before: was, scopeOf: ({ parent }: { parent: string | null }) => parent };
    for (const { message } of problemsOfName(row, '机构', names)) addProblem('name', message);
    const uses = usesText(dependents.get(row.id) ?? []);
    addProblem(
      'kind',
      problemOfKind(row, tree.values()) ?? problemOfKindChange(before.get(row.id), row, uses),
    );
    // If the region is empty, the parent does not exist, which was already reported.
    if (row.areaCode !== '' && !areas.has(row.areaCode)) {
      addProblem('areaCode', `没有代码为“${row.areaCode}”的行政区划`);
    }
  }
  if (problems.length === 0 && treePositions(tree.values()).size < tree.size) {
    return [{ row: 0, column: '', message: `机构最多 ${maxDepth} 级，修改后其下级将超出` }];
  }
  return problems;
}

/**
 * Returns the number of people whose organisation will change, by the key of the row that moves their department.
 */
function movedPeopleFields(changes: readonly SheetChange[], { all, people }: State): Map<string, SheetField> {
  const tree = treeWithChanges(changes.filter(hasRequiredCells(organisationColumns)), all);
  const positions = treePositions(tree.values());
  const movedIds = new Set(movedDepartments({ tree: [...tree.values()], all }));
  const parents = new Map(all.map(({ id, parent }) => [id, parent]));
  const counts = new Map<string, number>();
  for (const { orgId, departmentId } of people) {
    const [org, department] = [positions.get(orgId), positions.get(departmentId)];
    if (!movedIds.has(departmentId) || !org || !department || department.path.startsWith(org.path)) continue;
    const movedAncestor = department.path
      .split('/')
      .findLast((id) => tree.has(id) && parents.get(id) !== tree.get(id)?.parent);
    const key = movedAncestor ?? departmentId;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map(
    [...counts].map(([key, count]) => [
      key,
      { title: '随部门改属新机构的人员', was: '', now: `${count} 名` },
    ]),
  );
}

/**
 * The spreadsheet of organisations, for import and export: a parent may be in the same sheet, before or after its
 * children.
 */
export const sheetOfOrganisations = importableSheet<State>({
  name: 'organisations',
  title: '机构',
  columns: () => organisationColumns,
  codes: ['organisations'],
  keys: ['code'],
  permission: Permission.manageOrganisation,
  lockOffice: lockOffice,
  async read(db) {
    const all = await queries.listStoredOrganisations(db);
    const areas = new Set(await queries.listRegionCodes(db));
    const [dependents, people] = [
      await queries.countDependents(db),
      await queries.listPeopleOfDepartments(db),
    ];
    return { existingRows: all.map(rowOf), all, areas, dependents, people };
  },
  check: problemsOf,
  consequences: movedPeopleFields,
  async apply(tx, changes, { all }) {
    const tree = treeWithChanges(changes, all);
    const written = changes.flatMap(({ values }) => tree.get(text(values.code)) ?? []);
    await writeTree(tx, { written, tree: [...tree.values()], all });
  },
});
