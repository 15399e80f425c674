import { organisations } from '#contract/organisations.ts';
import { type QueryAs, queryAs, queryOf } from '#web/api/query-of.ts';
import type { Choice, ChoiceRow, ChoiceSource } from '../choices/choice.ts';

/** Kind of choice that an office offers besides its people and organisations. */
export type ChoiceKind = 'hall' | 'window' | 'position' | 'group' | 'role';

/** Settings of one kind of choice: its label, the hint of its search, and the call that finds it. Keys are ids. */
export interface DeclaredChoice {
  label: string;
  searchHint: string;
  /** Headings of the two columns of a row. */
  columns: readonly [string, string];
  /** True if the second column is the code, which is shown only on request. */
  hintIsCode?: boolean;
  source: ChoiceSource<ChoiceRow>;
  /** Returns the query for the names of these ids. */
  nameQuery: (ids: readonly string[]) => QueryAs<readonly Choice[]>;
}

interface PageRequestOptions {
  page: number;
  size: number;
  name?: string;
  ids?: string;
}

const pageSize = 100;

/** Returns the request for one page of entries whose name contains a text. */
export const pageRequest = (name: string, page: number): PageRequestOptions => ({
  page,
  size: pageSize,
  ...(name !== '' && { name }),
});

/** Returns the two queries of a source: by name, and by ids. */
function createQueries(
  find: (request: PageRequestOptions) => ReturnType<ChoiceSource<ChoiceRow>>,
): Pick<DeclaredChoice, 'source' | 'nameQuery'> {
  return {
    source: (name, page) => find(pageRequest(name, page)),
    nameQuery: (ids) => {
      const query = find({ page: 1, size: Math.max(1, ids.length), ids: ids.join() });
      return { ...query, select: (answer) => query.select(answer).rows };
    },
  };
}

/** Halls, windows, posts, user groups and roles, each with its call (S0 §7). */
export const choiceSources: Record<ChoiceKind, DeclaredChoice> = {
  hall: {
    label: '大厅',
    searchHint: '大厅名称',
    columns: ['大厅', '行政区划'],
    ...createQueries((query) =>
      queryAs(queryOf(organisations.halls, { query }), ({ rows, total }) => ({
        total,
        rows: rows.map(({ id, name, areaCode }) => ({ key: id, name, hint: areaCode })),
      })),
    ),
  },
  window: {
    label: '窗口',
    searchHint: '窗口名称、编号或大厅',
    columns: ['窗口', '所属大厅'],
    ...createQueries((query) =>
      queryAs(queryOf(organisations.windows, { query }), ({ rows, total }) => ({
        total,
        rows: rows.map(({ id, name, number, hallName }) => ({
          key: id,
          name,
          secondLine: number,
          hint: hallName,
        })),
      })),
    ),
  },
  position: {
    label: '岗位',
    searchHint: '岗位名称',
    columns: ['岗位', '编码'],
    hintIsCode: true,
    ...createQueries((query) =>
      queryAs(queryOf(organisations.positions, { query }), ({ rows, total }) => ({
        total,
        rows: rows.map(({ id, name, code }) => ({ key: id, name, hint: code })),
      })),
    ),
  },
  group: {
    label: '用户组',
    searchHint: '用户组名称',
    columns: ['用户组', '人数'],
    // The specification's call has no pages (S1 §7): all rows arrive at once.
    ...createQueries(({ name, ids }) =>
      queryAs(queryOf(organisations.userGroups, { query: { name, ids } }), (rows) => ({
        total: rows.length,
        rows: rows.map(({ id, name, staffs }) => ({ key: id, name, hint: `${staffs.length} 人` })),
      })),
    ),
  },
  role: {
    label: '角色',
    searchHint: '角色名称',
    columns: ['角色', '编码'],
    hintIsCode: true,
    ...createQueries((query) =>
      queryAs(queryOf(organisations.roles, { query: { ...query, type: 'all' } }), (answer) => ({
        total: answer.total,
        rows: answer.rows.map(({ code, name }) => ({ key: code, name, hint: code })),
      })),
    ),
  },
};
