/**
 * The state of an order as it is stored: an order of a thousand visits takes eight hundred kilobytes as plain data, most
 * of it the same names again and again. Lists are packed by column, every word stands once (docs/decisions/0066).
 */
import type { Effect, Firing, OrderState, Task, Token } from '../model.ts';

/**
 * How a part of an item is written. `number`: as the difference to the number of the item before, empty for null.
 * `numbers`: a list of such, parted by spaces. `flag`: 1 for true. `word`: the index of the value among the words, as
 * difference too, empty where the item has no such part.
 */
type Kind = 'number' | 'numbers' | 'flag' | 'word';
/** Ids are left out, since they count from 1. */
type Kinds<Item> = { readonly [Part in Exclude<keyof Item, 'id'>]-?: Kind };

const tokenKinds: Kinds<Token> = {
  nodeId: 'word',
  flowId: 'word',
  madeBy: 'number',
  usedBy: 'number',
  dead: 'flag',
};
const firingKinds: Kinds<Firing> = { nodeId: 'word', takes: 'numbers', makes: 'numbers' };
const taskKinds: Kinds<Task> = {
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
  finishedAt: 'word',
  finishedSeq: 'number',
  buttonId: 'word',
  resultCode: 'number',
  nextHandlers: 'word',
  branchNodeIds: 'word',
};
const effectKinds: Kinds<Effect> = { tokenId: 'number', resultCode: 'word', variables: 'word' };

/** A list by column: cells parted by commas, one for each item. */
interface PackedList {
  count: number;
  columns: Readonly<Record<string, string>>;
}

type PackedPart = 'tokens' | 'firings' | 'tasks' | 'effects';
export type PackedState = Omit<OrderState, PackedPart> &
  Record<PackedPart, PackedList> & { words: readonly unknown[] };

export function packState({ tokens, firings, tasks, effects, ...rest }: OrderState): PackedState {
  const words = new Words();
  return {
    ...rest,
    tokens: packList(tokens, tokenKinds, words),
    firings: packList(firings, firingKinds, words),
    tasks: packList(tasks, taskKinds, words),
    effects: packList(effects, effectKinds, words),
    words: words.list,
  };
}

export function unpackState({ words, tokens, firings, tasks, effects, ...rest }: PackedState): OrderState {
  return {
    ...rest,
    tokens: numbered(unpackList(tokens, tokenKinds, words)),
    firings: numbered(unpackList(firings, firingKinds, words)),
    tasks: numbered(unpackList(tasks, taskKinds, words)),
    effects: unpackList(effects, effectKinds, words),
  };
}

/** Values that stand once and are known by their index. */
class Words {
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

function packList<Item extends object>(items: readonly Item[], kinds: Kinds<Item>, words: Words): PackedList {
  const columns: Record<string, string> = {};
  for (const [part, kind] of Object.entries<Kind>(kinds)) {
    columns[part] = packColumn(items as readonly Readonly<Record<string, unknown>>[], part, kind, words);
  }
  return { count: items.length, columns };
}

function packColumn(
  items: readonly Readonly<Record<string, unknown>>[],
  part: string,
  kind: Kind,
  words: Words,
): string {
  const cells: string[] = [];
  let before = 0;
  const difference = (value: number) => {
    const step = value - before;
    before = value;
    return String(step);
  };
  for (const item of items) {
    const value = item[part];
    if (kind === 'flag') cells.push(value === true ? '1' : '');
    else if (kind === 'numbers') cells.push((value as number[]).map(difference).join(' '));
    else if (value === undefined || (kind === 'number' && value === null)) cells.push('');
    else cells.push(difference(kind === 'number' ? (value as number) : words.indexOf(value)));
  }
  return cells.join(',');
}

function unpackList<Item>(
  { count, columns }: PackedList,
  kinds: Kinds<Item>,
  words: readonly unknown[],
): Item[] {
  const items = Array.from({ length: count }, (): Record<string, unknown> => ({}));
  for (const [part, kind] of Object.entries<Kind>(kinds)) {
    unpackColumn(items, part, kind, columns[part] ?? '', words);
  }
  return items as Item[];
}

function unpackColumn(
  items: readonly Record<string, unknown>[],
  part: string,
  kind: Kind,
  column: string,
  words: readonly unknown[],
): void {
  let before = 0;
  const sum = (step: string) => {
    before += Number(step);
    return before;
  };
  const cells = column.split(',');
  items.forEach((item, index) => {
    const cell = cells[index] ?? '';
    if (kind === 'flag') item[part] = cell === '1';
    else if (kind === 'numbers') item[part] = cell === '' ? [] : cell.split(' ').map(sum);
    else if (kind === 'number') item[part] = cell === '' ? null : sum(cell);
    else if (cell !== '') item[part] = words[sum(cell)];
  });
}

function numbered<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return items.map((item, index) => ({ ...item, id: index + 1 }));
}
