import { approverKindLabel } from '#domain/enumerations/approver-kind.ts';
import type { QueryAs } from '#web/api/query-of.ts';

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

/** Somebody who can be picked; `key` is the candidate key (`staff:…`, `role:…`). */
export interface HandlerCandidate {
  key: string;
  name: string;
  /** Organisation or number, in grey behind the name. */
  hint?: string;
}

/** Finds candidates of one kind by part of a name; `total` says how many there are beyond those given. */
export type HandlerSource = (name: string) => QueryAs<{ rows: readonly HandlerCandidate[]; total: number }>;
export type HandlerSources = Partial<Record<HandlerKind, HandlerSource>>;
