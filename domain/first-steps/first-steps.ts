import { administrativePermissions, Permission } from '#domain/access/actor.ts';

/** Steps of a new office up to its first order (开始使用); each step requires the ones before it. */
export const firstStepCodes = [
  'office',
  'organisations',
  'people',
  'roles',
  'configurer',
  'auditAdmin',
  'separateHands',
  'matterAdmin',
  'posts',
  'counters',
  'holidays',
  'forms',
  'processes',
  'items',
  'firstOrder',
] as const;
export type FirstStepCode = (typeof firstStepCodes)[number];

/** Optional steps: small offices are one organisation without posts and counters. */
const optionalSteps: ReadonlySet<FirstStepCode> = new Set(['organisations', 'posts', 'counters']);

/** Figures of the office, from which the steps are derived. */
export interface OfficeFigures {
  /** True if the office at the top has its own name and its region. */
  officeIsNamed: boolean;
  organisations: number;
  halls: number;
  windows: number;
  posts: number;
  groups: number;
  /** People in service, without those who only administer the portal. */
  people: number;
  /** Number of people among all who are in service. */
  peopleWithoutRoles: number;
  /** People in service whose roles have no permissions. */
  peopleWithoutRights: number;
  configurers: number;
  /** People who read the audit log and neither manage accounts nor grant roles. */
  auditAdmins: number;
  /** Accounts in service with more than one of the separated duties: people, roles, audit log. */
  mixedHands: number;
  matterAdmins: number;
  /** True if holidays are published for this year. */
  hasHolidays: boolean;
  forms: number;
  processes: number;
  /** Published items. */
  items: number;
  orders: number;
}

export interface FirstStep {
  code: FirstStepCode;
  isDone: boolean;
  /** True if an office can work without the step. */
  isOptional: boolean;
  /** Permission that is needed for the step. */
  permission: Permission;
}

/**
 * Returns every step with whether it is done, derived from the figures only: a step whose result was removed
 * must be done again.
 */
export function firstStepsOf(figures: OfficeFigures): FirstStep[] {
  const done: Record<FirstStepCode, boolean> = {
    office: figures.officeIsNamed,
    organisations: figures.organisations > 1,
    people: figures.people > 0,
    roles: figures.people > 0 && figures.peopleWithoutRoles === 0 && figures.peopleWithoutRights === 0,
    configurer: figures.configurers > 0,
    auditAdmin: figures.auditAdmins > 0,
    separateHands: figures.mixedHands === 0,
    matterAdmin: figures.matterAdmins > 0,
    posts: figures.posts + figures.groups > 0,
    counters: figures.windows > 0,
    holidays: figures.hasHolidays,
    forms: figures.forms > 0,
    processes: figures.processes > 0,
    items: figures.items > 0,
    firstOrder: figures.orders > 0,
  };
  return firstStepCodes.map((code) => ({
    code,
    isDone: done[code],
    isOptional: optionalSteps.has(code),
    permission: permissionOf[code],
  }));
}

const permissionOf: Record<FirstStepCode, Permission> = {
  office: Permission.manageOrganisation,
  organisations: Permission.manageOrganisation,
  people: Permission.manageStaff,
  roles: Permission.manageRole,
  configurer: Permission.manageRole,
  auditAdmin: Permission.manageRole,
  separateHands: Permission.manageRole,
  matterAdmin: Permission.manageRole,
  posts: Permission.manageOrganisation,
  counters: Permission.manageOrganisation,
  holidays: Permission.manageCalendar,
  forms: Permission.publishForm,
  processes: Permission.publishProcess,
  items: Permission.publishItem,
  firstOrder: Permission.initiate,
};

/**
 * Administrator permissions that some step needs; a person with any of them participates in setting up the office.
 */
export const setUpPermissions: readonly Permission[] = [...new Set(Object.values(permissionOf))].filter(
  (permission) => administrativePermissions.includes(permission),
);
