import type { PickedStaff } from '#contract/organisations.ts';
import { approverKindLabel } from '#domain/enumerations/approver-kind.ts';
import type { QueryAs } from '#web/api/query-of.ts';
import type { Choice, ChoiceSource } from '../choices/choice.ts';

/** The tabs of the handler picker, in the order of the specification (S1 §2). */
export const HandlerKind = {
  staff: 'staff',
  window: 'window',
  position: 'position',
  group: 'group',
  role: 'role',
  department: 'department',
  organisation: 'organisation',
  variable: 'variable',
  previous: 'previous',
} as const;
export type HandlerKind = (typeof HandlerKind)[keyof typeof HandlerKind];

export const handlerKinds: readonly HandlerKind[] = Object.values(HandlerKind);

export const handlerKindLabel: Record<HandlerKind, string> = {
  staff: '个人',
  window: '窗口',
  position: '岗位',
  group: '用户组',
  role: approverKindLabel.role,
  department: '部门',
  organisation: approverKindLabel.organisation,
  variable: approverKindLabel.variable,
  previous: approverKindLabel['previous-node-handler'],
};

/** A candidate for a handler; `key` is the candidate key (`staff:…`, `role:…`). */
export interface HandlerCandidate extends Choice {
  /** The tab where it was found; a pick from elsewhere appears under the kind of its key. */
  kind?: HandlerKind;
}

export interface StaffRequest {
  page: number;
  size: number;
  text?: string;
  orgId?: string;
  mine?: 'true';
  ids?: string;
  among?: string;
  notSelf?: 'true';
}

export interface StaffPage {
  rows: readonly PickedStaff[];
  total: number;
  /** Number of those, on all pages, who cannot be chosen. */
  barred: number;
}

export interface CountedOrganisation {
  id: string;
  name: string;
  /** The readings of each character of the name; without them it is found by characters only. */
  pinyin?: string;
  kind: 'organisation' | 'department';
  parent: string | null;
  staffs: number;
}

/** Finds candidates of one kind by part of a name. */
export type HandlerSource = ChoiceSource<HandlerCandidate>;

/**
 * Sources in which the picker finds people. A listed kind without a source cannot be chosen on this screen.
 */
export interface HandlerSources {
  staff: (request: StaffRequest) => QueryAs<StaffPage>;
  organisations: () => QueryAs<{ rows: readonly CountedOrganisation[]; departmentId: string | null }>;
  byKind: Partial<Record<HandlerKind, HandlerSource>>;
}

const kindOfPrefix: Record<string, HandlerKind> = { org: 'organisation' };

/** Returns the kind of a candidate key, for a pick that came without one. */
export function kindOfKey(key: string): HandlerKind {
  const prefix = key.split(':')[0] ?? '';
  return kindOfPrefix[prefix] ?? handlerKinds.find((kind) => kind === prefix) ?? HandlerKind.staff;
}
