import { z } from 'zod';
import { staffLimits } from '#domain/access/staff-rules.ts';
import { Account } from './administration.ts';
import { endpoint, onceOnlyRefusals, orStanding, pageOf, pageQuery } from './endpoint.ts';
import { sheetImportCalls } from './sheet-imports.ts';

/** People of the office, entered by administrators: their names, their departments and their posts (0170). */

const byId = z.strictObject({ id: z.string().max(64) });
const text = orStanding(z.string().max(200), '');
const idsOfPosts = orStanding(z.array(z.string().max(64)).max(staffLimits.postsAtMost), []);
/** Digest of the record as the change was begun; the change is refused when the record has changed since (0194). */
const digest = z.string().max(64);
const choice = z.object({ id: z.string(), name: z.string() });

/** Fields of a person; the service reports all their problems at once, each at its field. */
const entry = {
  account: text,
  name: text,
  title: text,
  orgId: text,
  /** Empty for who belongs to no department of it. */
  departmentId: text,
  landing: orStanding(z.string().max(200), '/'),
  positions: idsOfPosts,
  groups: idsOfPosts,
  windows: idsOfPosts,
};
/** True after the administrator was shown how many tasks would be left without a person in charge (0191). */
const leavesTasks = orStanding(z.boolean(), false);
/** Left out it stays, empty it is taken away. */
const number = z.string().max(200).optional();

export const PersonDetail = z.object({
  id: z.string(),
  account: z.string(),
  /** True where the account can still be renamed, because no person has ever signed in by it. */
  mayRename: z.boolean(),
  name: z.string(),
  title: z.string(),
  org: choice,
  department: choice.nullable(),
  landing: z.string(),
  /** Masked; empty where none is kept. */
  idCard: z.string(),
  mobile: z.string(),
  /** Why the identity number is not to be changed; null where it may. */
  idCardFault: z.string().nullable(),
  positions: z.array(choice),
  groups: z.array(choice),
  windows: z.array(choice),
  digest: z.string(),
});
export type PersonDetail = z.output<typeof PersonDetail>;

export const Leaving = z.object({
  /** Why the account is not to be disabled; null where it may. */
  fault: z.string().nullable(),
  /** Tasks that only this person can do, counted up to the limit of one hand-over; without their matters. */
  onlyTheirs: z.number().int(),
  more: z.boolean(),
  /** Tasks that others can do as well, by name or by post: they stay. */
  withOthers: z.number().int(),
  drafts: z.number().int(),
  substituteRules: z.number().int(),
  /** An unfinished hand-over exists. */
  handOverUnfinished: z.boolean(),
  /** Posts, groups, windows and roles that no other person in service has: kinds with names, such as 岗位. */
  soleOf: z.array(z.object({ kind: z.enum(['position', 'group', 'window', 'role']), name: z.string() })),
  /** The organisation whose only archivist in service is this person; null in all other cases. */
  archiveOf: z.string().nullable(),
  /** Processes that name the person, in any version. */
  processes: z.array(z.string()),
  /** Views of lists that colleagues have of the person. */
  sharedViews: z.number().int(),
  /** The people who hand tasks over: the first of them, by name. */
  handOverBy: z.array(z.object({ name: z.string(), orgName: z.string() })),
});
export type Leaving = z.output<typeof Leaving>;

export const people = {
  create: endpoint({
    method: 'POST',
    changes: ['accounts'],
    path: '/api/administration/accounts',
    summary: '新建人员',
    body: z.strictObject({ ...entry, idCard: number, mobile: number, roles: idsOfPosts }),
    output: z.object({ id: z.string(), account: z.string(), oneTimePassword: z.string() }),
    refusals: ['forbidden', ...onceOnlyRefusals],
  }),
  detail: endpoint({
    method: 'GET',
    reads: ['accounts'],
    path: '/api/administration/accounts/:id',
    summary: '人员资料',
    params: byId,
    output: PersonDetail,
    refusals: ['notFound'],
  }),
  /** Returns the open responsibilities of a person who is about to leave, before the account is disabled. */
  leaving: endpoint({
    method: 'GET',
    reads: ['accounts'],
    path: '/api/administration/accounts/:id/leaving',
    summary: '离职前的核对',
    params: byId,
    output: Leaving,
    refusals: ['notFound'],
  }),
  edit: endpoint({
    method: 'PUT',
    changes: ['accounts'],
    path: '/api/administration/accounts/:id',
    summary: '修改人员',
    params: byId,
    body: z.strictObject({ ...entry, idCard: number, mobile: number, leavesTasks, digest }),
    output: z.object({}),
    refusals: ['notFound', 'forbidden', 'dataChanged', 'identityNotConfirmed', ...onceOnlyRefusals],
  }),
};

/** People as a sheet; who comes by it has no password until one is handed out. */
export const peopleSheet = sheetImportCalls('people', '人员', 'accounts');

export const firstPasswords = {
  /** Those in service who have never had a password. */
  waiting: endpoint({
    method: 'GET',
    /** Its dialog shows passwords once; a renewed answer must not close it. */
    reads: [],
    path: '/api/administration/first-passwords',
    summary: '未发放密码的人员',
    output: z.object({
      rows: z.array(z.object({ id: z.string(), account: z.string(), name: z.string(), orgName: z.string() })),
      /** A person who runs the portal already gets one on the server alone (0085). */
      barred: z.array(z.string()),
    }),
  }),
  give: endpoint({
    method: 'POST',
    changes: ['accounts'],
    path: '/api/administration/first-passwords',
    summary: '发放一次性密码',
    body: z.strictObject({ ids: z.array(z.string().max(64)).min(1).max(staffLimits.firstPasswordsAtOnce) }),
    output: z.object({
      rows: z.array(z.object({ id: z.string(), account: z.string(), oneTimePassword: z.string() })),
    }),
    refusals: ['forbidden', ...onceOnlyRefusals],
  }),
};

/** A person as the administrator who gives roles sees them. */
export const Grantee = Account.pick({
  id: true,
  account: true,
  name: true,
  title: true,
  orgName: true,
  departmentName: true,
  roles: true,
  disabled: true,
  mustChangePassword: true,
}).extend({
  /** Why the roles are not to be changed by this person; null where they may. */
  fault: z.string().nullable(),
  /** An identity number is kept that has to be compared with the person's card before a managing role is given (0170). */
  asksIdCard: z.boolean(),
  digest: z.string(),
});
export type Grantee = z.output<typeof Grantee>;

export const grants = {
  list: endpoint({
    method: 'GET',
    reads: ['accounts', 'roles', 'office'],
    path: '/api/administration/staff-roles',
    summary: '人员及其角色',
    query: z.strictObject({
      ...pageQuery,
      /** Part of the name or of the account. */
      keyword: z.string().trim().max(64).optional(),
      orgId: z.string().max(4000).optional(),
      roleCode: z.string().max(4000).optional(),
      state: z.enum(['without', 'with', 'disabled']).optional(),
      sort: z.enum(['account']).optional(),
    }),
    output: pageOf(Grantee).extend({
      /** People in service who have none, regardless of the filters. */
      without: z.number().int(),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    reads: ['accounts', 'roles'],
    path: '/api/administration/staff-roles/:id',
    summary: '一名人员的角色',
    params: byId,
    output: Grantee,
    refusals: ['notFound'],
  }),
  set: endpoint({
    method: 'PUT',
    changes: ['accounts'],
    path: '/api/administration/staff-roles/:id',
    summary: '授予角色',
    params: byId,
    body: z.strictObject({
      roles: idsOfPosts,
      leavesTasks,
      digest,
      /** As it stands on the card that the person shows; asked for where a managing role is given. */
      idCard: number,
    }),
    output: z.object({}),
    refusals: [
      'notFound',
      'forbidden',
      'dataChanged',
      'accountChangeNotAllowed',
      'tooManyRequests',
      ...onceOnlyRefusals,
    ],
  }),
};
