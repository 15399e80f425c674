/**
 * Permissions of a person: codes that roles contain. Routes and presenters check permissions, never roles.
 */
export const Permission = {
  initiate: 'work-order:initiate',
  handle: 'work-order:handle',
  readAll: 'work-order:read-all',
  /**
   * Finds and reads matters of other organisations in the region of one's own organisation and below; changes
   * none.
   */
  queryCross: 'work-order:query-cross',
  /**
   * For the matter administrator: assigns tasks that have no handler, hands tasks over, restores; reads every
   * matter.
   */
  administer: 'work-order:administer',
  /**
   * Reassigns an open task: the matter administrator any task, a leader only tasks of the leader's own
   * organisation.
   */
  reassign: 'work-order:reassign',
  /**
   * Urges the current handlers of an order, also of another initiator: for leaders, supervisors, the matter
   * administrator.
   */
  urge: 'work-order:urge',
  /** Approves extensions, special procedures and refunds of orders that the person may read: for leaders. */
  approve: 'work-order:approve',
  terminate: 'work-order:terminate',
  void: 'work-order:void',
  revealApplicant: 'applicant:reveal',
  /** Shares a list view with one's own organisation. */
  shareView: 'list-view:share',
  publishProcess: 'process:publish',
  publishForm: 'form:publish',
  /** Publishes rules and adds their groups. */
  publishRule: 'rule:publish',
  /** Publishes items and sets their categories. */
  publishItem: 'item:publish',
  manageOrganisation: 'organisation:manage',
  manageStaff: 'staff:manage',
  manageRole: 'role:manage',
  /** For the security administrator: reads and ends live sessions, reads the login log. */
  manageSecurity: 'security:manage',
  /** Sets holidays and make-up working days, by which time limits are counted. */
  manageCalendar: 'calendar:manage',
  /** Edits the texts of messages, and the phrases that a sender can choose. */
  manageTemplates: 'message-template:manage',
  /** Edits the document templates of items and their number series. */
  manageDocuments: 'document-template:manage',
  /** Searches for archive packages and reads them after stating a reason. */
  readArchive: 'archive:read',
  /** Manages the archive: its settings, entries that could not be packed, transfers. */
  manageArchive: 'archive:manage',
  readAudit: 'audit:read',
  operateSystem: 'system:operate',
} as const;
export type Permission = (typeof Permission)[keyof typeof Permission];

/** A member of the office, with the name that stored records show. */
export interface Person {
  staffId: string;
  name: string;
  orgId: string;
  orgName: string;
}

/**
 * A substitution in force: the tasks that a substitute may handle for an absent person. Only the absent
 * person's own candidate keys count, never lent keys of that person.
 */
export interface ActiveSubstitution {
  /** The absent person. */
  absentPerson: Person;
  keys: readonly string[];
  /** Task codes of the items to which it is limited; null for all matters. */
  taskCodes: readonly string[] | null;
  /** Tasks that opened before this time stay with the absent person; null if it includes all open tasks. */
  since: string | null;
  /**
   * Tasks that opened from this time on are excluded, because the absent person was disabled then. Left out
   * while the person is in service.
   */
  until?: string;
}

/** The person who acts, as every service and rule receives it. */
export interface Actor extends Person {
  account: string;
  areaCode: string;
  roles: readonly string[];
  permissions: ReadonlySet<Permission>;
  /**
   * The candidate keys of this person: `staff:…`, `role:…`, `org:…`, `department:…`, `position:…`, `group:…`,
   * `window:…`.
   */
  keys: readonly string[];
  /**
   * The absent persons whose tasks this person does; left out if the person is no substitute
   * (docs/decisions/0108).
   */
  substitutions?: readonly ActiveSubstitution[];
}

export function can(actor: Actor, permission: Permission): boolean {
  return actor.permissions.has(permission);
}

/**
 * The actor of commands that the portal runs by itself, for example when a limit has expired. No person can
 * sign in as this actor.
 */
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

/** Permissions of portal administration: process definitions, people, roles, the audit log, the server. */
export const administrativePermissions: readonly Permission[] = [
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
 * Checks that the person may participate in matters. An administrator of the portal may see no matter, whatever
 * other roles, posts or earlier matters the person has: no person may both handle matters and control the
 * rules, the people or the audit log.
 */
export function mayParticipateInMatters({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return !administrativePermissions.some((code) => permissions.has(code));
}

/** Pattern of the permission codes that are about matters; administrators of the portal have none of them. */
export const matterPermission = /^(work-order|applicant|list-view|archive):/;

/**
 * Removes from an administrator of the portal the permissions of matters and the candidate keys; returns
 * other people unchanged.
 */
export function separateAdministratorRoles<
  Holder extends Pick<Actor, 'permissions' | 'keys' | 'substitutions'>,
>(person: Holder): Holder {
  if (mayParticipateInMatters(person)) return person;
  const remaining = [...person.permissions].filter((code) => !matterPermission.test(code));
  return { ...person, permissions: new Set(remaining), keys: [], substitutions: [] };
}
