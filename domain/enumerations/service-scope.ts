import { hasCode } from './code-list.ts';

/** Across which borders an item can be handled (S2 Enumerations; the codes are ours). */
export const ServiceScope = {
  all: 'all',
  crossProvince: 'cross-province',
  inProvince: 'in-province',
  inCity: 'in-city',
} as const;
export type ServiceScope = (typeof ServiceScope)[keyof typeof ServiceScope];

export const serviceScopeLabel: Record<ServiceScope, string> = {
  [ServiceScope.all]: '全部',
  [ServiceScope.crossProvince]: '跨省通办',
  [ServiceScope.inProvince]: '省内通办',
  [ServiceScope.inCity]: '市内通办',
};

export function isServiceScope(value: unknown): value is ServiceScope {
  return hasCode(ServiceScope, value);
}
