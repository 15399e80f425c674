import type { QueryAs } from '#web/api/query-of.ts';

/** An administrative region for a picker. */
export interface Region {
  /** Differs from the code if a city and its only county share one (441900, 442000, 460400). */
  id: string;
  code: string;
  name: string;
  /** Names from the province down. */
  fullname: string;
  level: number;
  isLeaf: boolean;
}

/**
 * Functions that load the children of a region by its id (without one, the provinces), and regions by part of
 * their name.
 */
export type LoadRegions = (parent: string | undefined) => QueryAs<readonly Region[]>;
export type SearchRegions = (name: string) => QueryAs<readonly Region[]>;
