import { readFileSync } from 'node:fs';
import type { SentStatement } from './capture.ts';

/**
 * The statements that limits are measured by, as the portal sent them when the goals were set: a limit that followed the
 * portal's own statement would fall with it, and the ratio would flatter.
 */
type FrozenName = 'handle' | 'initiate' | 'todo-page' | 'todo-total';

const read = (file: string) => readFileSync(new URL(`frozen/${file}`, import.meta.url), 'utf8');

function frozenText(name: FrozenName): string {
  return read(`${name}.sql`);
}

/** A writing statement with the values of one order, whose id stands wherever they name it. */
export interface FrozenWrite extends SentStatement {
  orderId: string;
}

export function frozenWrite(name: 'handle' | 'initiate'): FrozenWrite & { certCodeDigest?: string } {
  return { ...(JSON.parse(read(`${name}.json`)) as FrozenWrite), text: frozenText(name) };
}

/** Columns that are newer than the frozen statements, with the values that the database puts there. */
export const laterColumns = `
  alter table work_order_events alter column schema set default 1;
  alter table work_order_states alter column schema set default 1`;

/** Returns the to-do page and its total for a person with these keys. */
export function frozenTodo(keys: readonly string[]): SentStatement[] {
  return [
    { text: frozenText('todo-page'), values: [keys, 10, 10, 0] },
    { text: frozenText('todo-total'), values: [10_001, keys, 10_001, 10_001, 10_001] },
  ];
}
