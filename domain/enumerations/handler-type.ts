import { hasCode } from './code-list.ts';

/**
 * Kinds of handler that a selection can contain (S1 §3: 1 staff, 3 role, 4 organisation; a countersign entry
 * calls 4 a department).
 */
export const HandlerType = {
  staff: 1,
  role: 3,
  organisation: 4,
} as const;
export type HandlerType = (typeof HandlerType)[keyof typeof HandlerType];

export const handlerTypeLabel: Record<HandlerType, string> = {
  [HandlerType.staff]: '个人',
  [HandlerType.role]: '角色',
  [HandlerType.organisation]: '组织机构',
};

export function isHandlerType(value: unknown): value is HandlerType {
  return hasCode(HandlerType, value);
}
