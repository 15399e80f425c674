/** What a person may do, as codes that roles carry; routes and presenters ask for these, never for a role. */
export const Permission = {
  initiate: 'work-order:initiate',
  handle: 'work-order:handle',
  readAll: 'work-order:read-all',
  terminate: 'work-order:terminate',
  void: 'work-order:void',
  revealApplicant: 'applicant:reveal',
  publishProcess: 'process:publish',
  publishForm: 'form:publish',
  manageOrganisation: 'organisation:manage',
  manageStaff: 'staff:manage',
  manageRole: 'role:manage',
  readAudit: 'audit:read',
  operateSystem: 'system:operate',
} as const;
export type Permission = (typeof Permission)[keyof typeof Permission];

/** The person who acts, as every service and rule sees them. */
export interface Actor {
  staffId: string;
  account: string;
  name: string;
  orgId: string;
  orgName: string;
  areaCode: string;
  roles: readonly string[];
  permissions: ReadonlySet<Permission>;
  /** Candidate keys this person answers to: `staff:…`, `role:…`, `org:…`, `department:…`, `position:…`, `group:…`, `window:…`. */
  keys: readonly string[];
}

export function can(actor: Actor, permission: Permission): boolean {
  return actor.permissions.has(permission);
}
