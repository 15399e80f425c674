import { organisations } from '#contract/organisations.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { HandlerSources } from './handler-sources.ts';

/** As many as a picker shows at once; more are found by name. */
const shown = 100;

const firstOf = (name: string) => ({ page: 1, size: shown, name: nameOf(name) });
const nameOf = (name: string) => (name === '' ? undefined : name);

/** Where the handler picker finds people and the groups they answer for; keys are candidate keys. */
export const handlerSources: HandlerSources = {
  staff: (name) =>
    queryAs(
      queryOf(organisations.staffs, { query: { ...firstOf(name), mark: 'page', mayHandle: 'true' } }),
      ({ rows, total }) => ({
        total,
        rows: rows.map((staff) => ({
          key: `staff:${staff.id}`,
          name: staff.name,
          hint: [staff.orgName, staff.departmentName, staff.title].filter(Boolean).join(' · '),
        })),
      }),
    ),
  window: (name) =>
    queryAs(queryOf(organisations.windows, { query: firstOf(name) }), ({ rows, total }) => ({
      total,
      rows: rows.map(({ id, name, hallName }) => ({ key: `window:${id}`, name, hint: hallName })),
    })),
  position: (name) =>
    queryAs(queryOf(organisations.positions, { query: firstOf(name) }), ({ rows, total }) => ({
      total,
      rows: rows.map(({ id, name }) => ({ key: `position:${id}`, name })),
    })),
  group: (name) =>
    queryAs(queryOf(organisations.userGroups, { query: { name: nameOf(name) } }), (rows) => ({
      total: rows.length,
      rows: rows.map(({ id, name, staffs }) => ({ key: `group:${id}`, name, hint: `${staffs.length} 人` })),
    })),
  role: (name) =>
    queryAs(
      queryOf(organisations.roles, { query: { ...firstOf(name), type: 'all', mayHandle: 'true' } }),
      ({ rows, total }) => ({ total, rows: rows.map(({ code, name }) => ({ key: `role:${code}`, name })) }),
    ),
  department: (name) => organisationsNamed('department', name),
  organisation: (name) => organisationsNamed('organisation', name),
};

function organisationsNamed(kind: 'department' | 'organisation', name: string) {
  const key = kind === 'department' ? 'department' : 'org';
  const query = { name: nameOf(name), type: 'all' };
  return queryAs(queryOf(organisations.organisationTree, { query }), ({ rows }) => {
    const names = new Map(rows.map((row) => [row.id, row.name]));
    const found = rows.filter((row) => row.kind === kind);
    return {
      total: found.length,
      rows: found
        .slice(0, shown)
        .map((row) => ({ key: `${key}:${row.id}`, name: row.name, hint: names.get(row.parent ?? '') })),
    };
  });
}
