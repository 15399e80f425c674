import type { QueryAs } from '#web/api/query-of.ts';

/** An administrative region for a picker. */
export interface Region {
  /** Of its own where a city and its only county share a code (441900, 442000, 460400). */
  id: string;
  code: string;
  name: string;
  /** From the province down. */
  fullname: string;
  level: number;
  isLeaf: boolean;
}

/** The regions below one, by its id (the provinces without one), and those whose name holds a text. */
export type LoadRegions = (parent: string | undefined) => QueryAs<readonly Region[]>;
export type SearchRegions = (name: string) => QueryAs<readonly Region[]>;
