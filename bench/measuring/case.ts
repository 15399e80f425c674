import type { LoadGenerator } from '../load/load.ts';
import type { ChildServer } from '../processes/child.ts';
import type { World } from '../world/world.ts';

/** Resources that every case may use. */
export interface Bench {
  world: World;
  load: LoadGenerator;
  portal: ChildServer;
  orders: number;
  rounds: number;
  seconds: number;
  /** The cases that are measured in this run. */
  names: readonly string[];
  /** Session tokens by account. */
  tokens: Record<string, string>;
}

/** One thing that is measured once in every round. */
export interface Variant {
  name: string;
  /** Answers the figure of this round: items a second, or milliseconds, as the case says. */
  measure(): Promise<number>;
}

/** A comparison of two variants with its goal. */
export interface Goal {
  title: string;
  over: string;
  under: string;
  /** The paired ratio must be at least or at most so much. */
  atLeast?: number;
  atMost?: number;
}

/** Upper limit of a variant's own figure, where there is no other variant to compare it with. */
export interface Bound {
  title: string;
  of: string;
  atMost: number;
}

/** Something that is counted while a variant runs, once in each round. */
export interface Probe {
  title: string;
  unit: '' | 'ms' | 'kB';
  /** A case without a limit is only reported. */
  atMost?: number;
  values: number[];
}

export interface Case {
  name: string;
  unit: '/s' | 'ms';
  variants: Variant[];
  goals: Goal[];
  bounds?: Bound[];
  probes?: Probe[];
  /** Read in the report under the table. */
  notes?: string[];
  /** Checks the conditions that must still hold after the last round, and tidies up. */
  finish?(): Promise<void>;
}

/** Figures of all rounds by variant. */
export type Figures = Record<string, number[]>;
