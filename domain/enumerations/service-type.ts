import { hasCode } from './code-list.ts';

/** Ways in which an order was received (S1 §3 `serveType`; the codes are ours). */
export const ServiceType = {
  window: 'window',
  online: 'online',
  phone: 'phone',
  letter: 'letter',
} as const;
export type ServiceType = (typeof ServiceType)[keyof typeof ServiceType];

export const serviceTypeLabel: Record<ServiceType, string> = {
  [ServiceType.window]: '窗口',
  [ServiceType.online]: '网上',
  [ServiceType.phone]: '电话',
  [ServiceType.letter]: '信函',
};

export function isServiceType(value: unknown): value is ServiceType {
  return hasCode(ServiceType, value);
}
