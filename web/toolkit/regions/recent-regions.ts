import type { RegionStep } from '#domain/forms/kinds/region/region.ts';
import { writeStored } from '#web/api/read-stored.ts';

/** The regions that one person chose last in forms, stored in this browser until logout. */

const maxStored = 6;
const keyOf = (person: string) => `banjian.regions.${person}`;

export type RegionPath = readonly RegionStep[];

function isPath(value: unknown): value is RegionPath {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((step) => typeof step?.code === 'string' && typeof step?.name === 'string')
  );
}

export function readRecentRegions(person: string): readonly RegionPath[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPath) : [];
  } catch {
    return [];
  }
}

/** Stores a chosen region as the newest, each once. */
export function storeRecentRegion(person: string, path: RegionPath): void {
  const others = readRecentRegions(person).filter((other) => keyOfPath(other) !== keyOfPath(path));
  writeStored(keyOf(person), JSON.stringify([path, ...others].slice(0, maxStored)));
}

export function deleteRecentRegions(person: string): void {
  localStorage.removeItem(keyOf(person));
}

/** Returns a key that distinguishes paths: a city and its only county may share a code. */
export const keyOfPath = (path: RegionPath): string => path.map(({ code }) => code).join('/');
