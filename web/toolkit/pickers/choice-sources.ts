import { organisations } from '#contract/organisations.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { ChoiceSource } from './choice.ts';

/** What an office has to choose from, beside its people and organisations. */
export type ChoiceKind = 'hall' | 'window' | 'position' | 'group' | 'role';

/** How one of them is chosen: what it is called, how it is searched for, and the call that finds it. Keys are ids. */
export interface DeclaredChoice {
  label: string;
  searchHint: string;
  /** Heads of the two columns that a row has. */
  columns: readonly [string, string];
  source: ChoiceSource;
}

/** As many as a list shows at once; more are found by name. */
const shown = 500;

export const askedByName = (name: string) => ({ page: 1, size: shown, name: name === '' ? undefined : name });

/** Halls, windows, posts, user groups and roles, each with its call (S0 §7). */
export const choiceSources: Record<ChoiceKind, DeclaredChoice> = {
  hall: {
    label: '大厅',
    searchHint: '大厅名称',
    columns: ['大厅', '行政区划'],
    source: (name) =>
      queryAs(queryOf(organisations.halls, { query: askedByName(name) }), ({ rows, total }) => ({
        total,
        rows: rows.map(({ id, name, areaCode }) => ({ key: id, name, hint: areaCode })),
      })),
  },
  window: {
    label: '窗口',
    searchHint: '窗口名称',
    columns: ['窗口', '所属大厅'],
    source: (name) =>
      queryAs(queryOf(organisations.windows, { query: askedByName(name) }), ({ rows, total }) => ({
        total,
        rows: rows.map(({ id, name, hallName }) => ({ key: id, name, hint: hallName })),
      })),
  },
  position: {
    label: '岗位',
    searchHint: '岗位名称',
    columns: ['岗位', '编码'],
    source: (name) =>
      queryAs(queryOf(organisations.positions, { query: askedByName(name) }), ({ rows, total }) => ({
        total,
        rows: rows.map(({ id, name, code }) => ({ key: id, name, hint: code })),
      })),
  },
  group: {
    label: '用户组',
    searchHint: '用户组名称',
    columns: ['用户组', '人数'],
    source: (name) =>
      queryAs(queryOf(organisations.userGroups, { query: { name: askedByName(name).name } }), (rows) => ({
        total: rows.length,
        rows: rows.map(({ id, name, staffs }) => ({ key: id, name, hint: `${staffs.length} 人` })),
      })),
  },
  role: {
    label: '角色',
    searchHint: '角色名称',
    columns: ['角色', '编码'],
    source: (name) =>
      queryAs(queryOf(organisations.roles, { query: { ...askedByName(name), type: 'all' } }), (found) => ({
        total: found.total,
        rows: found.rows.map(({ code, name }) => ({ key: code, name, hint: code })),
      })),
  },
};
