import type { GroupRow, HallRow, PostRow, WindowRow } from '#contract/office-parts.ts';
import { groupColumns, hallColumns, postColumns, windowColumns } from '#domain/office/part-columns.ts';
import type { SheetRow } from '#domain/sheets/import-sheet.ts';
import { listEnabledOrganisationIds } from './office.queries.ts';
import type { OfficePart } from './office-part.ts';
import * as queries from './parts.queries.ts';
import { allScopes } from './similar-names.ts';

export type StoredHall = Pick<HallRow, 'id' | 'name' | 'sortBy' | 'orgId'>;
export type StoredWindow = Pick<WindowRow, 'id' | 'name' | 'sortBy' | 'number' | 'hallId'>;
export type StoredPost = Pick<PostRow, 'id' | 'name' | 'sortBy' | 'orgId'>;
export type StoredGroup = Pick<GroupRow, 'id' | 'name' | 'sortBy' | 'applications'>;

/** Returns the values that the spreadsheets of all kinds have: code, name, order. */
const commonValues = (values: SheetRow) => ({
  id: String(values.code),
  name: String(values.name),
  sortBy: Number(values.sortBy ?? 0),
});
const textOrNull = (value: SheetRow[string] | undefined) => (typeof value === 'string' ? value : null);

/** Returns a problem for a newly chosen organisation that is not in use; the stored organisation of a row may stay. */
const problemOfOrganisation = (
  orgId: string | null,
  known: ReadonlySet<string>,
  before: string | null | undefined,
) =>
  orgId === null || orgId === before || known.has(orgId)
    ? []
    : [{ field: 'orgId', message: `没有编码为“${orgId}”的机构，或该机构已停用`, missing: 'org' as const }];

export const hallPart: OfficePart<StoredHall, ReadonlySet<string>> = {
  kind: 'hall',
  title: '大厅',
  table: 'halls',
  list: queries.listHalls,
  references: async (db) => new Set(await listEnabledOrganisationIds(db)),
  check: ({ orgId }, { references, before }) => problemOfOrganisation(orgId, references, before?.orgId),
  nameScope: ({ orgId }) => orgId,
  upsert: queries.upsertHall,
  uses: async (db, id) => [await queries.countWindowsOf(db, id)],
  columns: hallColumns,
  codes: ['organisations'],
  sheetName: 'halls',
  toSheet: ({ id, name, orgId, sortBy }) => ({ code: id, name, orgId, sortBy }),
  fromSheet: (values) => ({ ...commonValues(values), orgId: String(values.orgId) }),
};

/** Windows by hall and number, computed once for each list, because many rows are compared with it. */
const windowsByNumberCache = new WeakMap<readonly StoredWindow[], Map<string, StoredWindow[]>>();
const windowKeyOf = ({ hallId, number }: StoredWindow) => `${hallId}/${number}`;

function windowsWithNumber(all: readonly StoredWindow[], row: StoredWindow): readonly StoredWindow[] {
  const windowsByNumber = windowsByNumberCache.get(all) ?? Map.groupBy(all, windowKeyOf);
  windowsByNumberCache.set(all, windowsByNumber);
  return windowsByNumber.get(windowKeyOf(row)) ?? [];
}

export const windowPart: OfficePart<StoredWindow, ReadonlySet<string>> = {
  kind: 'window',
  title: '窗口',
  table: 'windows',
  list: queries.listWindows,
  references: async (db) => new Set((await queries.listHalls(db)).map(({ id }) => id)),
  check: (row, { references, all }) => {
    const { id, hallId, number } = row;
    if (!references.has(hallId))
      return [{ field: 'hallId', message: `没有编码为“${hallId}”的大厅`, missing: 'hall' as const }];
    const other = windowsWithNumber(all, row).find((window) => window.id !== id);
    return other ? [{ field: 'number', message: `该大厅已有 ${number} 号窗口：${other.name}` }] : [];
  },
  upsert: queries.upsertWindow,
  uses: async (db, id) => [
    await queries.countHolders(db, 'staff_windows', 'window_id', id),
    ...(await queries.countUsesOfKeys(db, [`window:${id}`])),
  ],
  columns: windowColumns,
  codes: ['halls'],
  sheetName: 'windows',
  toSheet: ({ id, name, number, hallId, sortBy }) => ({ code: id, name, number, hallId, sortBy }),
  fromSheet: (values) => ({
    ...commonValues(values),
    number: String(values.number),
    hallId: String(values.hallId),
  }),
};

export const postPart: OfficePart<StoredPost, ReadonlySet<string>> = {
  kind: 'post',
  title: '岗位',
  table: 'positions',
  list: queries.listPosts,
  references: async (db) => new Set(await listEnabledOrganisationIds(db)),
  check: ({ orgId }, { references, before }) => problemOfOrganisation(orgId, references, before?.orgId),
  nameScope: ({ orgId }) => orgId ?? allScopes,
  upsert: queries.upsertPost,
  uses: async (db, id) => [
    await queries.countHolders(db, 'staff_positions', 'position_id', id),
    ...(await queries.countUsesOfKeys(db, [`position:${id}`])),
  ],
  columns: postColumns,
  codes: ['organisations'],
  sheetName: 'posts',
  toSheet: ({ id, name, orgId, sortBy }) => ({ code: id, name, orgId, sortBy }),
  fromSheet: (values) => ({ ...commonValues(values), orgId: textOrNull(values.orgId) }),
};

export const groupPart: OfficePart<StoredGroup, ReadonlySet<string>> = {
  kind: 'user-group',
  title: '用户组',
  table: 'user_groups',
  list: queries.listGroups,
  references: async (db) => new Set(await queries.listApplicationIds(db)),
  check: ({ applications }, { references }) =>
    applications
      .filter((id) => !references.has(id))
      .map((id) => ({
        field: 'applications',
        message: `没有编码为“${id}”的业务应用`,
        missing: 'application' as const,
      })),
  nameScope: () => '',
  upsert: queries.upsertGroup,
  uses: async (db, id) => [
    await queries.countHolders(db, 'staff_groups', 'group_id', id),
    ...(await queries.countUsesOfKeys(db, [`group:${id}`])),
  ],
  columns: groupColumns,
  codes: ['applications'],
  sheetName: 'user-groups',
  toSheet: ({ id, name, applications, sortBy }) => ({ code: id, name, applications, sortBy }),
  fromSheet: (values) => ({
    ...commonValues(values),
    applications: Array.isArray(values.applications) ? [...values.applications] : [],
  }),
};
