/**
 * The stored form of an order's state: an order of a thousand visits takes eight hundred kilobytes as plain
 * data, mostly repeated names. Lists are packed by column, and every value is stored once
 * (docs/decisions/0067).
 */

import type { Firing, OrderState, Task, Token, TokenEffect } from '../model/model.ts';
import { withRequesters } from '../state/requesters.ts';

/**
 * The encoding of a property. `number`: the difference to the number of the item before, empty for null.
 * `numbers`: a list of such, separated by spaces. `flag`: 1 for true. `word`: the index of the value in the
 * list of values (stored as `words`), also as difference, empty if the item has no such property.
 */
type Kind = 'number' | 'numbers' | 'flag' | 'word';
/** Ids are left out, because they count from 1. */
type Kinds<Item> = { readonly [Part in Exclude<keyof Item, 'id'>]-?: Kind };

const tokenKinds: Kinds<Token> = {
  nodeId: 'word',
  flowId: 'word',
  madeBy: 'number',
  usedBy: 'number',
  dead: 'flag',
};
const firingKinds: Kinds<Firing> = { nodeId: 'word', takes: 'numbers', makes: 'numbers' };
const taskKinds: Kinds<Omit<Task, 'askedBy'>> = {
  tokenId: 'number',
  kind: 'word',
  panelId: 'number',
  seat: 'number',
  replaces: 'number',
  onBehalfOf: 'word',
  nodeId: 'word',
  origin: 'word',
  candidates: 'word',
  openedAt: 'word',
  outcome: 'word',
  finishedBy: 'word',
  standsFor: 'word',
  finishedAt: 'word',
  finishedSeq: 'number',
  buttonId: 'word',
  resultCode: 'number',
  nextHandlers: 'word',
  branchNodeIds: 'word',
};
const effectKinds: Kinds<TokenEffect> = { tokenId: 'number', resultCode: 'word', variables: 'word' };

/** A list by column: cells separated by commas, one for each item. */
interface PackedList {
  count: number;
  columns: Readonly<Record<string, string>>;
}

type PackedPart = 'tokens' | 'firings' | 'tasks' | 'effects';
export type PackedState = Omit<OrderState, PackedPart> &
  Record<PackedPart, PackedList> & { words: readonly unknown[] };

export function packState({ tokens, firings, tasks, effects, ...rest }: OrderState): PackedState {
  const words = new ValueDictionary();
  return {
    ...rest,
    tokens: packList(tokens, tokenParts, words),
    firings: packList(firings, firingParts, words),
    tasks: packList(tasks, taskParts, words),
    effects: packList(effects, effectParts, words),
    words: words.list,
  };
}

export function unpackState({ words, tokens, firings, tasks, effects, ...rest }: PackedState): OrderState {
  return {
    ...rest,
    tokens: addIds(unpackList(tokens, tokenParts, words)),
    firings: addIds(unpackList(firings, firingParts, words)),
    tasks: addIds(unpackList<Task>(tasks, taskParts, words)).map((task) => withRequesters(task, rest.panels)),
    effects: unpackList(effects, effectParts, words),
  };
}

/** Values that are stored once and referenced by index. */
class ValueDictionary {
  readonly list: unknown[] = [];
  readonly #same = new Map<unknown, number>();
  readonly #alike = new Map<string, number>();

  indexOf(value: unknown): number {
    const same = this.#same.get(value);
    if (same !== undefined) return same;
    const text = typeof value === 'object' ? JSON.stringify(value) : undefined;
    const alike = text === undefined ? undefined : this.#alike.get(text);
    const index = alike ?? this.list.push(value) - 1;
    if (text !== undefined) this.#alike.set(text, index);
    this.#same.set(value, index);
    return index;
  }
}

/**
 * The properties of a kind of item in the order of packing; listed once, because a list in each state would
 * cost more than a small state.
 */
type Parts = readonly (readonly [part: string, kind: Kind])[];
const tokenParts: Parts = Object.entries(tokenKinds);
const firingParts: Parts = Object.entries(firingKinds);
const taskParts: Parts = Object.entries(taskKinds);
const effectParts: Parts = Object.entries(effectKinds);

type Item = Readonly<Record<string, unknown>>;

function packList(list: readonly object[], parts: Parts, words: ValueDictionary): PackedList {
  const items = list as readonly Item[];
  const columns: Record<string, string> = {};
  for (const [part, kind] of parts) {
    const column = packColumn(items, part, kind, words);
    if (column !== undefined) columns[part] = column;
  }
  return { count: items.length, columns };
}

/** Packs a column; undefined if it is completely empty. */
function packColumn(
  items: readonly Item[],
  part: string,
  kind: Kind,
  words: ValueDictionary,
): string | undefined {
  let column = '';
  let before = 0;
  let isFilled = false;
  for (let index = 0; index < items.length; index++) {
    if (index > 0) column += ',';
    const value = items[index]?.[part];
    if (kind === 'flag' ? value !== true : value === undefined || (kind === 'number' && value === null)) {
      continue;
    }
    isFilled = true;
    if (kind === 'flag') column += '1';
    else if (kind === 'numbers') {
      const numbers = value as readonly number[];
      for (let place = 0; place < numbers.length; place++) {
        const number = numbers[place] ?? 0;
        column += place > 0 ? ` ${number - before}` : number - before;
        before = number;
      }
    } else {
      const number = kind === 'number' ? (value as number) : words.indexOf(value);
      column += number - before;
      before = number;
    }
  }
  return isFilled ? column : undefined;
}

function unpackList<Unpacked>(
  { count, columns }: PackedList,
  parts: Parts,
  words: readonly unknown[],
): Unpacked[] {
  const items: Record<string, unknown>[] = [];
  for (let index = 0; index < count; index++) items.push({});
  for (const [part, kind] of parts) unpackColumn(items, part, kind, columns[part], words);
  return items as Unpacked[];
}

function unpackColumn(
  items: readonly Record<string, unknown>[],
  part: string,
  kind: Kind,
  column: string | undefined,
  words: readonly unknown[],
): void {
  const cells = column?.split(',');
  let before = 0;
  const sum = (step: string) => {
    before += Number(step);
    return before;
  };
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as Record<string, unknown>;
    const cell = cells?.[index] ?? '';
    if (kind === 'flag') item[part] = cell === '1';
    else if (kind === 'numbers') item[part] = cell === '' ? [] : cell.split(' ').map(sum);
    else if (kind === 'number') item[part] = cell === '' ? null : sum(cell);
    else if (cell !== '') item[part] = words[sum(cell)];
  }
}

function addIds<Unpacked extends { id: number }>(items: readonly Unpacked[]): readonly Unpacked[] {
  for (let index = 0; index < items.length; index++) (items[index] as Unpacked).id = index + 1;
  return items;
}
