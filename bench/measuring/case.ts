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
  /** Returns the figure of this round: items per second, or milliseconds, depending on the case. */
  measure(): Promise<number>;
}

/** A comparison of two variants with its goal. */
export interface Goal {
  title: string;
  over: string;
  under: string;
  /** The smallest or largest permitted ratio of the pairs. */
  atLeast?: number;
  atMost?: number;
}

/** Upper limit of a variant's own figure, if there is no other variant to compare it with. */
export interface Bound {
  title: string;
  variant: string;
  atMost: number;
}

/** Something that is counted while a variant runs, once in each round. */
export interface Probe {
  title: string;
  unit: '' | 'ms' | 'kB';
  /** Without a limit, the figure is only reported. */
  atMost?: number;
  values: number[];
}

export interface Benchmark {
  name: string;
  unit: '/s' | 'ms';
  variants: Variant[];
  goals: Goal[];
  bounds?: Bound[];
  probes?: Probe[];
  /** Printed under the table in the report. */
  notes?: string[];
  /** Checks the conditions that must still be true after the last round, and cleans up. */
  finish?(): Promise<void>;
}

/** Figures of all rounds by variant. */
export type Figures = Record<string, number[]>;
