import { organisations } from '#contract/organisations.ts';
import { call } from '#web/api/call.ts';
import type { HandlerSources } from './handler-sources.ts';

/** As many as a picker shows at once; more are found by name. */
const shown = 100;

const nameOf = (name: string) => (name === '' ? undefined : name);

/** Where the handler picker finds people and the groups they answer for; keys are candidate keys. */
export const handlerSources: HandlerSources = {
  staff: async (name, signal) => {
    const query = {
      mark: 'page' as const,
      page: 1,
      size: shown,
      name: nameOf(name),
      mayHandle: 'true' as const,
    };
    const { rows, total } = await call(organisations.staffs, { query }, { signal });
    const hint = (staff: { orgName: string; departmentName: string | null; title: string }) =>
      [staff.orgName, staff.departmentName, staff.title].filter(Boolean).join(' · ');
    return {
      total,
      rows: rows.map((staff) => ({ key: `staff:${staff.id}`, name: staff.name, hint: hint(staff) })),
    };
  },
  window: async (name, signal) => {
    const query = { page: 1, size: shown, name: nameOf(name) };
    const { rows, total } = await call(organisations.windows, { query }, { signal });
    return {
      total,
      rows: rows.map(({ id, name, hallName }) => ({ key: `window:${id}`, name, hint: hallName })),
    };
  },
  position: async (name, signal) => {
    const query = { page: 1, size: shown, name: nameOf(name) };
    const { rows, total } = await call(organisations.positions, { query }, { signal });
    return { total, rows: rows.map(({ id, name }) => ({ key: `position:${id}`, name })) };
  },
  group: async (name, signal) => {
    const rows = await call(organisations.userGroups, { query: { name: nameOf(name) } }, { signal });
    const hint = (group: { staffs: readonly unknown[] }) => `${group.staffs.length} 人`;
    return {
      total: rows.length,
      rows: rows.map((group) => ({ key: `group:${group.id}`, name: group.name, hint: hint(group) })),
    };
  },
  role: async (name, signal) => {
    const query = { page: 1, size: shown, name: nameOf(name), type: 'all', mayHandle: 'true' as const };
    const { rows, total } = await call(organisations.roles, { query }, { signal });
    return { total, rows: rows.map(({ code, name }) => ({ key: `role:${code}`, name })) };
  },
  department: (name, signal) => findOrganisations('department', name, signal),
  organisation: (name, signal) => findOrganisations('organisation', name, signal),
};

async function findOrganisations(kind: 'department' | 'organisation', name: string, signal: AbortSignal) {
  const query = { name: nameOf(name), type: 'all' };
  const { rows } = await call(organisations.organisationTree, { query }, { signal });
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const found = rows.filter((row) => row.kind === kind);
  const key = kind === 'department' ? 'department' : 'org';
  return {
    total: found.length,
    rows: found
      .slice(0, shown)
      .map((row) => ({ key: `${key}:${row.id}`, name: row.name, hint: names.get(row.parent ?? '') })),
  };
}
