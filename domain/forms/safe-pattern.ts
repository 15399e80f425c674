import { formLimits } from './limits.ts';
import { type PatternNode, parsePattern } from './pattern-syntax.ts';

/** A pattern that is matched in time linear in the text, whatever an administrator wrote. */
export interface SafePattern {
  source: string;
  /**
   * Whether the pattern is found in the text; a text beyond the limit is never a match. `spend` is told how many states
   * each character cost, for whoever has a budget.
   */
  test(text: string, spend?: (states: number) => void): boolean;
}

type State =
  | { kind: 'take'; takes: (code: number) => boolean; next: number }
  | { kind: 'fork'; left: number; right: number }
  | { kind: 'start'; next: number }
  | { kind: 'end'; next: number }
  | { kind: 'found' };

/** How deep the brackets around one character may stand on average. */
const placedPerState = 10;

class TooManyStates extends Error {}

/** Builds the automaton backwards: each piece is given the state that follows it. */
function build(root: PatternNode): { states: State[]; entry: number } {
  const states: State[] = [];
  let placed = 0;
  const add = (state: State): number => {
    if (states.length >= formLimits.patternStates) throw new TooManyStates();
    return states.push(state) - 1;
  };

  const place = (node: PatternNode, next: number): number => {
    // An empty group makes no state however often it is repeated, so the placing itself is counted too.
    placed += 1;
    if (placed > formLimits.patternStates * placedPerState) throw new TooManyStates();
    switch (node.kind) {
      case 'take':
        return add({ kind: 'take', takes: node.takes, next });
      case 'start':
      case 'end':
        return add({ kind: node.kind, next });
      case 'sequence':
        return node.parts.reduceRight((following, part) => place(part, following), next);
      case 'choice':
        return node.options
          .map((option) => place(option, next))
          .reduceRight((right, left) => add({ kind: 'fork', left, right }));
      case 'repeat':
        return placeRepeat(node, next);
    }
  };

  const placeRepeat = (node: PatternNode & { kind: 'repeat' }, next: number): number => {
    let following = next;
    if (node.most === Number.POSITIVE_INFINITY) {
      const loop = add({ kind: 'fork', left: next, right: next });
      states[loop] = { kind: 'fork', left: place(node.part, loop), right: next };
      following = loop;
    } else {
      for (let copy = node.least; copy < node.most; copy++) {
        following = add({ kind: 'fork', left: place(node.part, following), right: next });
      }
    }
    for (let copy = 0; copy < node.least; copy++) following = place(node.part, following);
    return following;
  };

  const found = add({ kind: 'found' });
  return { entry: place(root, found), states };
}

function matcher(states: readonly State[], entry: number): SafePattern['test'] {
  return (text, spend) => {
    if (text.length > formLimits.patternText) return false;
    const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    let current: number[] = [];
    for (let at = 0; at <= codes.length; at++) {
      // A match may begin at any character, so the entry joins the live states at each step.
      const live = follow(states, [...current, entry], at === 0, at === codes.length, spend);
      if (live === 'found') return true;
      const code = codes[at];
      if (code === undefined) return false;
      current = [];
      for (const state of live) if (state.takes(code)) current.push(state.next);
    }
    return false;
  };
}

/** All states that take a character, reachable from `from` without taking one; each is visited once, which bounds the work. */
function follow(
  states: readonly State[],
  from: number[],
  atStart: boolean,
  atEnd: boolean,
  spend?: (states: number) => void,
) {
  const seen = new Set<number>();
  const live: Extract<State, { kind: 'take' }>[] = [];
  const pending = from;
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const state = states[index];
    if (!state || seen.has(index)) continue;
    seen.add(index);
    if (state.kind === 'found') return 'found';
    if (state.kind === 'take') live.push(state);
    else if (state.kind === 'fork') pending.push(state.right, state.left);
    else if (state.kind === 'start' ? atStart : atEnd) pending.push(state.next);
  }
  spend?.(seen.size);
  return live;
}

/** Compiles the linear subset of regular expressions; answers a Chinese reason when the pattern is outside it. */
export function compilePattern(source: string): SafePattern | { reason: string } {
  const parsed = parsePattern(source);
  if ('reason' in parsed) return parsed;
  try {
    const { states, entry } = build(parsed);
    return { source, test: matcher(states, entry) };
  } catch (error) {
    if (error instanceof TooManyStates) return { reason: '正则表达式过于复杂' };
    throw error;
  }
}
