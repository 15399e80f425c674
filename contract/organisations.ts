import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';

/** Organisations, halls, windows, posts and people, as pickers and filters need them (S0 §7, S1 §7 handler picker). */

export const Organisation = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['organisation', 'department']),
  /** From the top organisation down, joined by a space. */
  fullname: z.string(),
  parent: z.string().nullable(),
  areaId: z.string(),
  areaCode: z.string(),
  level: z.number().int(),
  sortBy: z.number().int(),
  isLeaf: z.boolean(),
});
export type Organisation = z.output<typeof Organisation>;

/** A person as a picker shows one: no number, no telephone. */
export const StaffMember = z.object({
  id: z.string(),
  name: z.string(),
  account: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  departmentId: z.string().nullable(),
  departmentName: z.string().nullable(),
});
export type StaffMember = z.output<typeof StaffMember>;

export const Named = z.object({ id: z.string(), code: z.string(), name: z.string() });
export type Named = z.output<typeof Named>;
export const Hall = z.object({ id: z.string(), name: z.string(), areaCode: z.string(), orgId: z.string() });
export const CounterWindow = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  hallId: z.string(),
  hallName: z.string(),
});
export const UserGroup = Named.extend({
  /** Business applications that it is made for; empty for all. */
  applications: z.array(z.string()),
  staffs: z.array(StaffMember),
});

/** Pickers ask for everything at once (S1 §7), so the page may be large; `size` is capped by the specification's 10,000. */
const pageSize = z.coerce.number().int().min(1).max(10_000);
const pickerPage = { ...pageQuery, size: pageSize.default(10) };
const name = z.string().trim().max(64).optional();
const id = z.string().max(64).optional();
/** Our addition: only these, joined by commas; a screen that holds ids alone asks what they are called. */
const ids = z.string().max(4000).optional();

/** A person to assign work to, with the load of the to-do list and the reasons against the choice. */
export const PickedStaff = StaffMember.omit({ orgId: true, departmentId: true }).extend({
  /** `hu dong`; the screen marks what was searched for. */
  pinyin: z.string(),
  /** Open tasks and those past their limit, each counted to 100. */
  open: z.number().int(),
  overdue: z.number().int(),
  /** Why this person cannot be chosen. */
  fault: z.string().nullable(),
});
export type PickedStaff = z.output<typeof PickedStaff>;

/** Our addition: only those who may be named for a matter, which pickers of handlers ask for. */
const mayHandle = z.literal('true').optional();

/** The area's id or code, by whichever of its three names. */
const area = { areaId: id, areaCode: id, regionCode: id };

/** One step down the tree, as every call of organisations takes it (S0 §7). */
const treeStep = {
  /** 1 is the top. */
  level: z.coerce.number().int().min(0).max(20).optional(),
  /** 0 or null for the top of the tree, or of the requested area. */
  parent: id,
  /** `all` is the only one documented, and all that there is. */
  type: z.string().max(20).optional(),
};

export const organisations = {
  organisationTree: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/serviceportal/api/sys/areas/organizations',
    summary: '组织机构树',
    query: z.strictObject({
      ...documentedFilters,
      ...area,
      ...treeStep,
      name,
    }),
    output: z.object({ rows: z.array(Organisation), total: z.number().int() }),
  }),
  organisationsByAreaId: endpoint({
    method: 'GET',
    path: '/serviceportal/api/sys/organizations/findListByAreaId',
    summary: '按区划标识查组织机构',
    query: z.strictObject({ ...documentedFilters, ...treeStep, areaId: z.string().max(64), name }),
    output: z.array(Organisation),
  }),
  organisationsByAreaCode: endpoint({
    method: 'GET',
    path: '/serviceportal/api/sys/organizations/findListByAreaCode',
    summary: '按区划代码查组织机构',
    query: z.strictObject({ ...documentedFilters, ...treeStep, areaCode: z.string().max(64), name }),
    output: z.array(Organisation),
  }),
  staffs: endpoint({
    method: 'GET',
    path: '/serviceportal/api/sys/staffs',
    summary: '人员列表',
    query: z.strictObject({
      ...documentedFilters,
      ...area,
      mark: z.literal('page'),
      ...pickerPage,
      type: z.string().max(20).optional(),
      name,
      /** Everyone in this organisation or below. */
      orgId: id,
      /** Everyone in exactly this department. */
      departmentId: id,
      roleCode: id,
      positionId: id,
      groupId: id,
      hallId: id,
      windowId: id,
      mayHandle,
    }),
    output: pageOf(StaffMember),
  }),
  /** Returns the pinyin of a Chinese name, from which a code is derived. */
  pinyin: endpoint({
    method: 'GET',
    reads: [],
    path: '/api/pickers/pinyin',
    summary: '名称的拼音',
    query: z.strictObject({ text: z.string().max(200) }),
    /** Syllables joined by a space; letters and figures stay themselves. */
    output: z.object({ pinyin: z.string() }),
  }),
  pickStaff: endpoint({
    method: 'GET',
    reads: ['accounts', 'office'],
    path: '/api/pickers/staffs',
    summary: '选择处理人：个人',
    query: z.strictObject({
      page: pageQuery.page,
      size: z.coerce.number().int().min(1).max(100).default(50),
      /** The beginning of a name or of a part of it, of its pinyin or initials, of the account. */
      text: name,
      /** Everyone in this organisation or department, or below. */
      orgId: id,
      /** Only the caller's own department. */
      mine: z.literal('true').optional(),
      /** Only these people, joined by commas. */
      ids: z.string().max(2000).optional(),
      /** Candidate keys of the node, joined by commas: who answers to none of them cannot be chosen. */
      among: z.string().max(8000).optional(),
      /** The caller cannot be chosen. */
      notSelf: z.literal('true').optional(),
    }),
    output: pageOf(PickedStaff).extend({ barred: z.number().int() }),
  }),
  pickOrganisations: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/api/pickers/organisations',
    summary: '选择处理人：机构及人数',
    output: z.object({
      rows: z.array(
        Organisation.pick({ id: true, name: true, kind: true, parent: true }).extend({
          /** People in office there and below. */
          staffs: z.number().int(),
        }),
      ),
      /** The department of the caller. */
      departmentId: z.string().nullable(),
    }),
  }),
  halls: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/serviceportal/api/sys/halls',
    summary: '服务大厅列表',
    query: z.strictObject({
      ...documentedFilters,
      ...area,
      ...pageQuery,
      size: pageSize.default(10_000),
      hallName: name,
      name,
      ids,
    }),
    output: pageOf(Hall),
  }),
  /** Halls by name alone, for filters that ask by it; a name that several halls share stands once. */
  hallNames: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/serviceportal/api/sys/halls/names',
    summary: '服务大厅名称',
    query: z.strictObject({ ...documentedFilters, ...area, name }),
    output: z.array(z.string()),
  }),
  windows: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/serviceportal/api/sys/windows',
    summary: '窗口列表',
    query: z.strictObject({
      ...documentedFilters,
      ...area,
      ...pickerPage,
      hallId: id,
      hallName: name,
      /** Part of the window's name, of its number or of its hall's name. */
      name,
      ids,
    }),
    output: pageOf(CounterWindow),
  }),
  positions: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/serviceportal/api/sys/positions',
    summary: '岗位列表',
    query: z.strictObject({ ...documentedFilters, ...pickerPage, name, ids }),
    output: pageOf(Named),
  }),
  roles: endpoint({
    method: 'GET',
    reads: ['roles'],
    path: '/serviceportal/api/sys/roles',
    summary: '角色列表',
    query: z.strictObject({
      ...documentedFilters,
      ...pickerPage,
      name,
      ids,
      type: z.string().max(20).optional(),
      mayHandle,
    }),
    output: pageOf(Named),
  }),
  userGroups: endpoint({
    method: 'GET',
    reads: ['office'],
    path: '/serviceportal/api/sys/userGroups',
    summary: '用户组列表',
    /** Those for this business application, and those for all. */
    query: z.strictObject({ ...documentedFilters, name, ids, application: id }),
    output: z.array(UserGroup),
  }),
  /** Families of items, each with user groups of its own: docs/decisions/0063. */
  applications: endpoint({
    method: 'GET',
    reads: ['items'],
    path: '/serviceportal/api/sys/applications',
    summary: '业务应用列表',
    query: z.strictObject({ ...documentedFilters, ...pickerPage, name }),
    output: pageOf(Named),
  }),
};
