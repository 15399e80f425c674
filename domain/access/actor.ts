/** Permissions of a person, as codes that roles carry; routes and presenters ask for these, never for a role. */
export const Permission = {
  initiate: 'work-order:initiate',
  handle: 'work-order:handle',
  readAll: 'work-order:read-all',
  /** Finds and reads the matters of other organisations in the own one's region, and below it; acts on none of them. */
  queryCross: 'work-order:query-cross',
  /**
   * The matter administrator's: tasks without another handler, hand-over, restoring; every matter is open to
   * it.
   */
  administer: 'work-order:administer',
  /** Reassigns an open task: the matter administrator any task, a leader those of the own organisation. */
  reassign: 'work-order:reassign',
  /**
   * Urges the present handlers of an order, also of another initiator: leaders, supervisors, the matter
   * administrator.
   */
  urge: 'work-order:urge',
  terminate: 'work-order:terminate',
  void: 'work-order:void',
  revealApplicant: 'applicant:reveal',
  /** Shares a view of a list with the own organisation. */
  shareView: 'list-view:share',
  publishProcess: 'process:publish',
  publishForm: 'form:publish',
  /** Selects the items on offer, and their categories. */
  publishItem: 'item:publish',
  manageOrganisation: 'organisation:manage',
  manageStaff: 'staff:manage',
  manageRole: 'role:manage',
  /** Living sessions and what happened at logins: the security administrator's. */
  manageSecurity: 'security:manage',
  /** Days off and made-up working days, by which time limits are counted. */
  manageCalendar: 'calendar:manage',
  /** The words of messages, and those that a sender picks from. */
  manageTemplates: 'message-template:manage',
  /** The document templates of items, and their number series. */
  manageDocuments: 'document-template:manage',
  /** Searches for packages of the archive and, with a stated reason, reads them. */
  readArchive: 'archive:read',
  /** Manages the archive: its settings, the entries that could not be packed, the transfers. */
  manageArchive: 'archive:manage',
  readAudit: 'audit:read',
  operateSystem: 'system:operate',
} as const;
export type Permission = (typeof Permission)[keyof typeof Permission];

/** A member of the office, as the record names the person. */
export interface Person {
  staffId: string;
  name: string;
  orgId: string;
  orgName: string;
}

/**
 * Tasks that an absent person lends to another for a time: by the absent person's own candidate keys, never by keys
 * that were lent to that person.
 */
export interface StandingIn {
  /** The person who is away. */
  absent: Person;
  keys: readonly string[];
  /** Task codes of the items that it is for; null for all matters. */
  taskCodes: readonly string[] | null;
  /** Tasks that opened before then stay with who is away; null where the open ones are lent too. */
  since: string | null;
  /** Tasks that opened from then on are not lent: who is away was disabled then. Absent while in office. */
  until?: string;
}

/** The person who acts, as every service and rule sees them. */
export interface Actor extends Person {
  account: string;
  areaCode: string;
  roles: readonly string[];
  permissions: ReadonlySet<Permission>;
  /** Candidate keys this person answers to: `staff:…`, `role:…`, `org:…`, `department:…`, `position:…`, `group:…`, `window:…`. */
  keys: readonly string[];
  /**
   * The absent people whose tasks the person does; absent for a person who is no substitute
   * (docs/decisions/0108).
   */
  standsInFor?: readonly StandingIn[];
}

export function can(actor: Actor, permission: Permission): boolean {
  return actor.permissions.has(permission);
}

/** Actor of the commands that no person gives, for example when a limit is over. No person can sign in as it. */
export const systemActor: Actor = {
  staffId: 'system',
  account: 'system',
  name: '系统',
  orgId: '',
  orgName: '',
  areaCode: '',
  roles: [],
  permissions: new Set([Permission.administer]),
  keys: [],
};

/** Permissions of the operators of the portal: definitions, people, roles, the audit log, the machine. */
export const administrative: readonly Permission[] = [
  Permission.publishProcess,
  Permission.publishForm,
  Permission.publishItem,
  Permission.manageOrganisation,
  Permission.manageStaff,
  Permission.manageRole,
  Permission.manageSecurity,
  Permission.manageCalendar,
  Permission.manageTemplates,
  Permission.manageDocuments,
  Permission.readAudit,
  Permission.operateSystem,
];

/**
 * Checks that the person may participate in matters at all. An operator of the portal sees none, whatever other
 * roles, posts or old matters the person has: no person may both act and control the rules, the people or the audit
 * log of acting.
 */
export function mayHaveMatters({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return !administrative.some((code) => permissions.has(code));
}

/** Pattern of the codes of permissions that are about matters; operators of the portal have none of them. */
export const matterPermission = /^(work-order|applicant|list-view|archive):/;

/**
 * Returns the rights that are left to a person: those of matters, and the keys that make a candidate, go with
 * administration.
 */
export function separateAdministratorRoles<
  Holder extends Pick<Actor, 'permissions' | 'keys' | 'standsInFor'>,
>(person: Holder): Holder {
  if (mayHaveMatters(person)) return person;
  const kept = [...person.permissions].filter((code) => !matterPermission.test(code));
  return { ...person, permissions: new Set(kept), keys: [], standsInFor: [] };
}
