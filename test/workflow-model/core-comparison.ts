/** One order on both sides: the core acts, and the oracle computes the expected effects. */
import { type Actor, systemActor } from '#domain/access/actor.ts';
import { fold } from '#domain/workflow/state/apply.ts';
import { definitionOf, factsOf } from './build-plan.ts';
import { applyToCore, type CoreSide, type Picture, pictureOfCore } from './core-side.ts';
import { CountersignResults } from './countersign-results.ts';
import { applyStep, startOrder } from './oracle/oracle.ts';
import { type Order, openVisits } from './oracle/order.ts';
import { pictureOfOracle } from './oracle/picture.ts';
import type { People } from './oracle/token-game.ts';
import type { Plan } from './plan.ts';
import { officeOf } from './random-people.ts';
import type { Line } from './step.ts';

/** A point on which the two sides disagree. */
export interface Disagreement {
  /** The part concerned: the same for the same error after shrinking. */
  subject: string;
  core: unknown;
  oracle: unknown;
}

export class CoreComparison {
  readonly core: CoreSide;
  readonly office: ReadonlyMap<string, Actor>;
  readonly absent = new Set<string>();
  readonly people: People;
  order: Order | null = null;
  /** People in service by the keys that they match. */
  private staffByKey: ReadonlyMap<string, readonly string[]> = new Map();
  private readonly countersignResults = new CountersignResults();
  minute = 0;

  readonly plan: Plan;

  constructor(plan: Plan) {
    this.plan = plan;
    this.core = { definition: definitionOf(plan), facts: factsOf(plan), state: null, events: [] };
    this.office = officeOf(plan);
    this.people = {
      keysOf: (staffId) => this.office.get(staffId)?.keys ?? [],
      hasPerson: (key) => this.staffByKey.has(key),
      staffWithKey: (key) => this.staffByKey.get(key) ?? [],
    };
    this.updateStaffByKey();
  }

  get isRunning(): boolean {
    return this.order !== null && this.order.ended === null;
  }

  private updateStaffByKey(): void {
    const present = [...this.office.values()].filter(({ staffId }) => !this.absent.has(staffId));
    const staffIds = new Map<string, string[]>();
    for (const { staffId, keys } of present) {
      for (const key of keys) staffIds.set(key, [...(staffIds.get(key) ?? []), staffId]);
    }
    this.staffByKey = staffIds;
  }

  /** Starts the order on both sides; null if they agree. */
  start(): Disagreement | null {
    this.order = startOrder(this.plan, 'initiator', this.people);
    return this.compare('start', applyToCore(this.core, 'start', this.actor('initiator'), this.people, 0));
  }

  /** Performs one line on both sides; null if they agree. */
  perform(line: Line): Disagreement | null {
    this.minute += 1;
    if ('who' in line) {
      if (line.do === 'leave') this.absent.add(line.who);
      else this.absent.delete(line.who);
      this.updateStaffByKey();
      if (line.do === 'leave') this.countersignResults.ignoreOpenRounds(this.order);
      return null;
    }
    if (!this.order) return null;
    const actor = this.actor(line.by);
    try {
      const after = applyStep(this.order, line, this.people);
      const answer = applyToCore(this.core, line, actor, this.people, this.minute);
      if (line.do === 'expire') this.countersignResults.ignoreOpenRounds(this.order);
      if (after) this.order = after;
      return this.compare(line.do, answer, after !== null) ?? this.checkCountersignResults();
    } catch (error) {
      return { subject: 'nothing is thrown', core: String(error), oracle: '' };
    }
  }

  /** Checks that a countersign has passed if all who were asked have agreed, and none of them has left. */
  private checkCountersignResults(): Disagreement | null {
    const wrongResults = this.order ? this.countersignResults.findWrongResults(this.order) : [];
    if (wrongResults.length === 0) return null;
    return { subject: 'a countersign passes if all participants agree', core: wrongResults, oracle: [] };
  }

  private compare(action: string, answer: string, isDone = this.order !== null): Disagreement | null {
    if ((answer === 'done') !== isDone) {
      return { subject: `whether ${action} is done`, core: answer, oracle: isDone ? 'done' : 'refused' };
    }
    if (answer !== 'done' || !this.order || !this.core.state) return null;
    const core = pictureOfCore(this.core, this.office);
    const oracle = pictureOfOracle(this.order, this.people, [...this.office.keys()]);
    for (const part of Object.keys(oracle) as (keyof Picture)[]) {
      if (part === 'status' && core.status.every((status) => oracle.status.includes(status))) continue;
      if (sortedJson(core[part]) !== sortedJson(oracle[part]))
        return { subject: part, core: core[part], oracle: oracle[part] };
    }
    return null;
  }

  /**
   * Checks the whole order: its events fold to its state, and while it runs, some person can act if all
   * people are in service.
   */
  finish(): Disagreement | null {
    const open = this.isRunning && this.order ? openVisits(this.order) : [];
    const stuckVisits = open.filter(({ keys }) => !keys.some((key) => this.staffByKey.has(key)));
    if (this.absent.size === 0 && stuckVisits.length > 0) {
      return { subject: 'with all people in service, a person can act', core: stuckVisits, oracle: [] };
    }
    if (sortedJson(fold(this.core.events)) === sortedJson(this.core.state)) return null;
    return { subject: 'the events fold to the state', core: 'another state', oracle: 'the same' };
  }

  private actor(staffId: string): Actor {
    if (staffId === 'system') return systemActor;
    const actor = this.office.get(staffId);
    if (!actor) throw new Error(`There is no person with the ID ${staffId}`);
    return actor;
  }
}

function sortedJson(value: unknown): string {
  const sorted = (part: unknown): unknown =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => left.localeCompare(right)))
      : part;
  return JSON.stringify(sorted(value));
}

/** Performs a whole walk; returns the first disagreement with the index of its line, or null. */
export function performAll(
  plan: Plan,
  lines: readonly Line[],
): { at: number; disagreement: Disagreement } | null {
  const comparison = new CoreComparison(plan);
  const first = comparison.start();
  if (first) return { at: -1, disagreement: first };
  for (const [index, line] of lines.entries()) {
    const disagreement = comparison.perform(line);
    if (disagreement) return { at: index, disagreement };
  }
  const last = comparison.finish();
  return last && { at: lines.length, disagreement: last };
}
