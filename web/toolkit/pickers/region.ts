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
export type LoadRegions = (parent: string | undefined, signal: AbortSignal) => Promise<readonly Region[]>;
export type SearchRegions = (name: string, signal: AbortSignal) => Promise<readonly Region[]>;
/** The regions on the way to the office's own, from the province down. */
export type LoadRegionPath = (signal: AbortSignal) => Promise<readonly Region[]>;
