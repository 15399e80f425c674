import { MissingCase } from '../missing-case.ts';
import { patternLimits } from './limits.ts';
import { type PatternNode, parsePattern } from './pattern-syntax.ts';

/** A pattern that is matched in time linear in the text, whatever pattern an administrator enters. */
export interface SafePattern {
  source: string;
  /** Number of states of its automaton. */
  states: number;
  /**
   * Checks whether the pattern occurs in the text; a text beyond the limit never matches. `spend` is called
   * with the number of states visited for each character, for callers with a budget.
   */
  test(text: string, spend?: SpendStates): boolean;
}

type SpendStates = (states: number) => void;

type State =
  | { kind: 'character'; matches: (code: number) => boolean; next: number }
  | { kind: 'fork'; left: number; right: number }
  | { kind: 'start'; next: number }
  | { kind: 'end'; next: number }
  | { kind: 'found' };

/**
 * Limit of brackets around one character, on average: an empty group creates no state however often it is
 * repeated.
 */
const maxNodesPerState = 10;

/** Builds the automaton backwards: each node of the tree receives the state that follows it. */
function build(root: PatternNode): { states: State[]; entry: number } {
  const states: State[] = [];
  const add = (state: State): number => states.push(state) - 1;

  const addNode = (node: PatternNode, next: number): number => {
    switch (node.kind) {
      case 'character':
        return add({ kind: 'character', matches: node.matches, next });
      case 'start':
      case 'end':
        return add({ kind: node.kind, next });
      case 'sequence':
        return node.parts.reduceRight((following, part) => addNode(part, following), next);
      case 'choice':
        return node.options
          .map((option) => addNode(option, next))
          .reduceRight((right, left) => add({ kind: 'fork', left, right }));
      case 'repeat':
        return addRepeat(node, next);
      default:
        throw new MissingCase(node satisfies never);
    }
  };

  const addRepeat = (node: PatternNode & { kind: 'repeat' }, next: number): number => {
    let following = next;
    if (node.max === Number.POSITIVE_INFINITY) {
      const loop = add({ kind: 'fork', left: next, right: next });
      states[loop] = { kind: 'fork', left: addNode(node.part, loop), right: next };
      following = loop;
    } else {
      for (let copy = node.min; copy < node.max; copy++) {
        following = add({ kind: 'fork', left: addNode(node.part, following), right: next });
      }
    }
    for (let copy = 0; copy < node.min; copy++) following = addNode(node.part, following);
    return following;
  };

  const finalState = add({ kind: 'found' });
  return { entry: addNode(root, finalState), states };
}

/**
 * Runs the automaton over texts; it is built for the first text, because forms are read far more often than
 * their patterns are used.
 */
class Matcher {
  readonly #states: readonly State[];
  readonly #entry: number;
  /** The step at which each state was last visited: one array for all steps. */
  readonly #seen: Uint32Array;
  #step = 0;

  constructor({ states, entry }: { states: readonly State[]; entry: number }) {
    this.#states = states;
    this.#entry = entry;
    this.#seen = new Uint32Array(states.length);
  }

  test(text: string, spend?: SpendStates): boolean {
    const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    let current: number[] = [];
    for (let index = 0; index <= codes.length; index++) {
      // A match may begin at any character, so the entry state is added at each step.
      current.push(this.#entry);
      const active = this.#follow(current, index === 0, index === codes.length, spend);
      if (active === 'found') return true;
      const code = codes[index];
      if (code === undefined) return false;
      current = [];
      for (const state of active) if (state.matches(code)) current.push(state.next);
    }
    return false;
  }

  /**
   * Returns all states that consume a character and are reachable from `pending` without consuming one; each
   * is visited once, which bounds the work.
   */
  #follow(pending: number[], atStart: boolean, atEnd: boolean, spend?: SpendStates) {
    const step = this.#nextStep();
    const active: Extract<State, { kind: 'character' }>[] = [];
    let visited = 0;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const state = this.#states[index];
      if (!state || this.#seen[index] === step) continue;
      this.#seen[index] = step;
      visited += 1;
      if (state.kind === 'found') return 'found';
      if (state.kind === 'character') active.push(state);
      else if (state.kind === 'fork') pending.push(state.right, state.left);
      else if (state.kind === 'start' ? atStart : atEnd) pending.push(state.next);
    }
    spend?.(visited);
    return active;
  }

  #nextStep(): number {
    this.#step += 1;
    if (this.#step > 0xffffffff) {
      this.#seen.fill(0);
      this.#step = 1;
    }
    return this.#step;
  }
}

/** Counts the states of a pattern and the nodes visited to build them, also beyond the limits. */
function sizeOf(node: PatternNode): { states: number; nodeCount: number } {
  switch (node.kind) {
    case 'character':
    case 'start':
    case 'end':
      return { states: 1, nodeCount: 1 };
    case 'sequence':
      return sumOf(node.parts, 0);
    case 'choice':
      return sumOf(node.options, node.options.length - 1);
    case 'repeat': {
      const part = sizeOf(node.part);
      const isEndless = node.max === Number.POSITIVE_INFINITY;
      const copies = isEndless ? node.min + 1 : node.max;
      const forks = isEndless ? 1 : node.max - node.min;
      return { states: copies * part.states + forks, nodeCount: copies * part.nodeCount + 1 };
    }
    default:
      throw new MissingCase(node satisfies never);
  }
}

function sumOf(nodes: readonly PatternNode[], forks: number): { states: number; nodeCount: number } {
  let [states, nodeCount] = [forks, 1];
  for (const node of nodes) {
    const size = sizeOf(node);
    states += size.states;
    nodeCount += size.nodeCount;
  }
  return { states, nodeCount };
}

/** Compiles the linear subset of regular expressions; returns a Chinese reason for a pattern outside it. */
export function compilePattern(source: string): SafePattern | { reason: string } {
  const parsed = parsePattern(source);
  if ('reason' in parsed) return parsed;
  const size = sizeOf(parsed);
  const states = size.states + 1;
  if (states > patternLimits.states || size.nodeCount > patternLimits.states * maxNodesPerState)
    return { reason: '正则表达式过于复杂' };
  let matcher: Matcher | undefined;
  return {
    source,
    states,
    test(text, spend) {
      if (text.length > patternLimits.text) return false;
      if (matcher === undefined) spend?.(size.nodeCount);
      matcher ??= new Matcher(build(parsed));
      return matcher.test(text, spend);
    },
  };
}
