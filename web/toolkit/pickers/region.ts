import type { QueryAs } from '#web/api/query-of.ts';

/** An administrative region as a picker knows one. */
export interface Region {
  code: string;
  name: string;
  /** From the province down. */
  fullname: string;
  level: number;
  isLeaf: boolean;
}

/** The regions below one (the provinces without one), and those whose name holds a text. */
export type LoadRegions = (parent: string | undefined) => QueryAs<readonly Region[]>;
export type SearchRegions = (name: string) => QueryAs<readonly Region[]>;
