import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from './endpoint.ts';
import { documentedFilters } from './list-filters.ts';
import { treeNodeKeys } from './tree-nodes.ts';

/**
 * Organisations, halls, windows, posts and people, as pickers and filters need them (S0 §7, S1 §7 handler
 * picker).
 */

export const Organisation = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['organisation', 'department']),
  /** Names from the top organisation down, joined by spaces. */
  fullname: z.string(),
  parent: z.string().nullable(),
  areaId: z.string(),
  areaCode: z.string(),
  level: z.number().int(),
  sortBy: z.number().int(),
  isLeaf: z.boolean(),
});
export type Organisation = z.output<typeof Organisation>;

/** An organisation in a list, with all keys of a tree node (S2 §3). */
const OrganisationNode = Organisation.extend(treeNodeKeys);

/** A person as a picker shows one, without numbers and telephone. */
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
  /** Business applications that it is meant for; empty for all. */
  applications: z.array(z.string()),
  staffs: z.array(StaffMember),
});

/**
 * Pickers load everything at once (S1 §7), so the page may be large; the specification limits `size` to
 * 10,000.
 */
const pageSize = z.coerce.number().int().min(1).max(10_000);
const pickerPage = { ...pageQuery, size: pageSize.default(10) };
const name = z.string().trim().max(64).optional();
const id = z.string().max(64).optional();
/** Our addition: only these, joined by commas, for a screen that has ids and needs the names. */
const ids = z.string().max(4000).optional();

/** Limits of one call for the pinyin of names, which takes the database up to a second. */
export const pinyinLimits = { names: 500, characters: 100 } as const;

/** A person to assign work to, with the number of open tasks and the reason against the choice. */
export const PickedStaff = StaffMember.omit({ orgId: true, departmentId: true }).extend({
  /** For example `hu dong`; the screen highlights the searched part. */
  pinyin: z.string(),
  /** Number of open tasks and of overdue ones, each counted to 100. */
  open: z.number().int(),
  overdue: z.number().int(),
  /** Reason why this person cannot be chosen. */
  fault: z.string().nullable(),
});
export type PickedStaff = z.output<typeof PickedStaff>;

/** Our addition: only people who may handle matters, for pickers of handlers. */
const mayHandle = z.literal('true').optional();

/** The area's id or code, under any of its three names. */
const area = { areaId: id, areaCode: id, regionCode: id };

/** One level of the tree, as every call about organisations accepts it (S0 §7). */
const treeStep = {
  /** 1: the top. */
  level: z.coerce.number().int().min(0).max(20).optional(),
  /** 0 or null for the top of the tree, or of the requested area. */
  parent: id,
  /** `all` is the only documented and the only supported value. */
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
    output: z.object({ rows: z.array(OrganisationNode), total: z.number().int() }),
  }),
  organisationsByAreaId: endpoint({
    method: 'GET',
    path: '/serviceportal/api/sys/organizations/findListByAreaId',
    summary: '按区划标识查组织机构',
    query: z.strictObject({ ...documentedFilters, ...treeStep, areaId: z.string().max(64), name }),
    output: z.array(OrganisationNode),
  }),
  organisationsByAreaCode: endpoint({
    method: 'GET',
    path: '/serviceportal/api/sys/organizations/findListByAreaCode',
    summary: '按区划代码查组织机构',
    query: z.strictObject({ ...documentedFilters, ...treeStep, areaCode: z.string().max(64), name }),
    output: z.array(OrganisationNode),
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
      /** People of this organisation or below. */
      orgId: id,
      /** People of exactly this department. */
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
  /**
   * Returns the pinyin of Chinese names in their order, with all readings of each character; a search reads it, and
   * a code is derived from it.
   */
  pinyin: endpoint({
    method: 'POST',
    mutates: false,
    reads: [],
    path: '/api/pickers/pinyin',
    summary: '名称的拼音',
    body: z.strictObject({
      names: z.array(z.string().max(pinyinLimits.characters)).max(pinyinLimits.names),
      /** True for names of people: their first character is read as a surname. */
      ofPeople: z.boolean().default(false),
    }),
    /**
     * Readings of the characters of each name, the usual one first: `jiao|jue se`; Latin letters and digits are
     * unchanged.
     */
    output: z.object({ pinyin: z.array(z.string()) }),
  }),
  pickStaff: endpoint({
    method: 'GET',
    reads: ['accounts', 'office'],
    path: '/api/pickers/staffs',
    summary: '选择处理人：个人',
    query: z.strictObject({
      page: pageQuery.page,
      size: z.coerce.number().int().min(1).max(100).default(50),
      /** The beginning of a name or of a part of it, of its pinyin or initials, or of the account. */
      text: name,
      /** People of this organisation or department, or below. */
      orgId: id,
      /** Only people of the caller's own department. */
      mine: z.literal('true').optional(),
      /** Ids of people, joined by commas: only these. */
      ids: z.string().max(2000).optional(),
      /** Candidate keys of the node, joined by commas; people who have none of them cannot be chosen. */
      among: z.string().max(8000).optional(),
      /** If set, the caller cannot be chosen. */
      notSelf: z.literal('true').optional(),
    }),
    /** `barred`: number of people found who cannot be chosen. */
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
          /** The readings of each character of the name; a search by pinyin reads them. */
          pinyin: z.string(),
          /** Number of people in service there and below. */
          staffs: z.number().int(),
        }),
      ),
      /** Department id of the caller. */
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
  /** Lists halls by name only, for filters that search by it; a name of several halls appears once. */
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
  /** Categories of items, each with its own user groups: docs/decisions/0063. */
  applications: endpoint({
    method: 'GET',
    reads: ['items'],
    path: '/serviceportal/api/sys/applications',
    summary: '业务应用列表',
    query: z.strictObject({ ...documentedFilters, ...pickerPage, name }),
    output: pageOf(Named),
  }),
};
