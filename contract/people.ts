import { z } from 'zod';
import { staffLimits } from '#domain/access/staff-rules.ts';
import { Account } from './accounts.ts';
import { endpoint, idempotencyRefusals, pageOf, pageQuery, withFallback } from './endpoint.ts';
import { sheetImportCalls } from './sheet-imports.ts';

/** People of the office, entered by administrators: their names, departments and posts (0170). */

const byId = z.strictObject({ id: z.string().max(64) });
const text = withFallback(z.string().max(200), '');
const idList = withFallback(z.array(z.string().max(64)).max(staffLimits.maxEntriesPerList), []);
/** Digest of the record when editing began; the change is refused if the record has changed since (0194). */
const digest = z.string().max(64);
const choice = z.object({ id: z.string(), name: z.string() });

/** Fields of a person; the service reports all their problems at once, each with its field. */
const entry = {
  account: text,
  name: text,
  title: text,
  orgId: text,
  /** Empty for a person without a department. */
  departmentId: text,
  landing: withFallback(z.string().max(200), '/'),
  positions: idList,
  groups: idList,
  windows: idList,
};
/** True after the administrator confirmed how many tasks would be left without a person in charge (0191). */
const leavesTasks = withFallback(z.boolean(), false);
/** A number: if missing, the stored one stays; if empty, it is removed. */
const optionalNumber = z.string().max(200).optional();

export const PersonDetail = z.object({
  id: z.string(),
  account: z.string(),
  /** True if the account can still be renamed, because it was never used for a login. */
  mayRename: z.boolean(),
  name: z.string(),
  title: z.string(),
  org: choice,
  department: choice.nullable(),
  landing: z.string(),
  /** Masked number; empty if none is stored. */
  idCard: z.string(),
  mobile: z.string(),
  /** Reason why the identity number cannot be changed; null if it can. */
  idCardFault: z.string().nullable(),
  positions: z.array(choice),
  groups: z.array(choice),
  windows: z.array(choice),
  digest: z.string(),
});
export type PersonDetail = z.output<typeof PersonDetail>;

export const OffboardingCheck = z.object({
  /** Reason why the account cannot be disabled; null if it can. */
  fault: z.string().nullable(),
  /**
   * Number of tasks that only this person can do, up to the limit of one hand-over; without their content.
   */
  onlyTheirs: z.number().int(),
  more: z.boolean(),
  /** Number of tasks that others can do as well, by name or by post: they stay. */
  withOthers: z.number().int(),
  drafts: z.number().int(),
  substituteRules: z.number().int(),
  /** True if an unfinished hand-over exists. */
  handOverUnfinished: z.boolean(),
  /** Posts, groups, windows and roles that no other person in service has, with their names. */
  soleOf: z.array(z.object({ kind: z.enum(['position', 'group', 'window', 'role']), name: z.string() })),
  /** The organisation whose only archivist in service is this person; else null. */
  archiveOf: z.string().nullable(),
  /** Processes that name the person, in any version. */
  processes: z.array(z.string()),
  /** Number of the person's list views that colleagues use. */
  sharedViews: z.number().int(),
  /** The first people, by name, who can hand over tasks. */
  handOverBy: z.array(z.object({ name: z.string(), orgName: z.string() })),
});
export type OffboardingCheck = z.output<typeof OffboardingCheck>;

export const people = {
  create: endpoint({
    method: 'POST',
    changes: ['accounts'],
    path: '/api/administration/accounts',
    summary: '新建人员',
    body: z.strictObject({ ...entry, idCard: optionalNumber, mobile: optionalNumber, roles: idList }),
    output: z.object({ id: z.string(), account: z.string(), oneTimePassword: z.string() }),
    refusals: ['forbidden', ...idempotencyRefusals],
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
  /** Returns the open responsibilities of a departing person, before the account is disabled. */
  offboardingCheck: endpoint({
    method: 'GET',
    reads: ['accounts'],
    path: '/api/administration/accounts/:id/leaving',
    summary: '离职前的核对',
    params: byId,
    output: OffboardingCheck,
    refusals: ['notFound'],
  }),
  edit: endpoint({
    method: 'PUT',
    changes: ['accounts'],
    path: '/api/administration/accounts/:id',
    summary: '修改人员',
    params: byId,
    body: z.strictObject({ ...entry, idCard: optionalNumber, mobile: optionalNumber, leavesTasks, digest }),
    output: z.object({}),
    refusals: ['notFound', 'forbidden', 'dataChanged', 'identityNotConfirmed', ...idempotencyRefusals],
  }),
};

/** People as a sheet; an imported person has no password until an administrator issues one. */
export const peopleSheet = sheetImportCalls('people', '人员', 'accounts');

export const firstPasswords = {
  /** Lists people in service who have never had a password. */
  peopleWithoutPassword: endpoint({
    method: 'GET',
    /** Its dialog shows passwords once; a renewed answer must not close it. */
    reads: [],
    path: '/api/administration/first-passwords',
    summary: '未发放密码的人员',
    output: z.object({
      rows: z.array(z.object({ id: z.string(), account: z.string(), name: z.string(), orgName: z.string() })),
      /** People who have an administrator role: they get a password on the server only (0085). */
      barred: z.array(z.string()),
    }),
  }),
  issue: endpoint({
    method: 'POST',
    changes: ['accounts'],
    path: '/api/administration/first-passwords',
    summary: '发放一次性密码',
    body: z.strictObject({
      ids: z.array(z.string().max(64)).min(1).max(staffLimits.maxFirstPasswordsPerCall),
    }),
    output: z.object({
      rows: z.array(z.object({ id: z.string(), account: z.string(), oneTimePassword: z.string() })),
    }),
    refusals: ['forbidden', ...idempotencyRefusals],
  }),
};

/** A person as shown to the administrator who assigns roles. */
export const RoleGrantee = Account.pick({
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
  /** Reason why this administrator cannot change the roles; null if they can. */
  fault: z.string().nullable(),
  /**
   * True if a stored identity number must be compared with the card before an administrator role is given
   * (0170).
   */
  asksIdCard: z.boolean(),
  /** True if the office keeps system, security and audit administrators apart (三员分立). */
  separatesDuties: z.boolean(),
  digest: z.string(),
});
export type RoleGrantee = z.output<typeof RoleGrantee>;

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
    output: pageOf(RoleGrantee).extend({
      /** Number of people in service without a role, regardless of the filters. */
      without: z.number().int(),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    reads: ['accounts', 'roles'],
    path: '/api/administration/staff-roles/:id',
    summary: '一名人员的角色',
    params: byId,
    output: RoleGrantee,
    refusals: ['notFound'],
  }),
  set: endpoint({
    method: 'PUT',
    changes: ['accounts'],
    path: '/api/administration/staff-roles/:id',
    summary: '授予角色',
    params: byId,
    body: z.strictObject({
      roles: idList,
      leavesTasks,
      digest,
      /** Number on the card that the person shows; required for giving an administrator role. */
      idCard: optionalNumber,
    }),
    output: z.object({}),
    refusals: [
      'notFound',
      'forbidden',
      'dataChanged',
      'accountChangeNotAllowed',
      'tooManyRequests',
      ...idempotencyRefusals,
    ],
  }),
};
