import { hasCode } from './code-list.ts';

/**
 * Depth in the region tree; the numbers are our own, chosen so that the default level 3 is the county (S2
 * Enumerations, Region data).
 */
export const AdministrativeLevel = {
  nation: 0,
  province: 1,
  city: 2,
  county: 3,
  town: 4,
  village: 5,
} as const;
export type AdministrativeLevel = (typeof AdministrativeLevel)[keyof typeof AdministrativeLevel];

export const administrativeLevelLabel: Record<AdministrativeLevel, string> = {
  [AdministrativeLevel.nation]: '国家',
  [AdministrativeLevel.province]: '省级',
  [AdministrativeLevel.city]: '市级',
  [AdministrativeLevel.county]: '县级',
  [AdministrativeLevel.town]: '乡镇级',
  [AdministrativeLevel.village]: '村级',
};

export function isAdministrativeLevel(value: unknown): value is AdministrativeLevel {
  return hasCode(AdministrativeLevel, value);
}
