import { readFileSync } from 'node:fs';
import type { SentStatement } from './capture.ts';

/**
 * The statements used as limits, as the portal sent them when the goals were set: if the baseline used the
 * current statement, it would slow down together with the portal, and the ratio would hide the slowdown.
 */
type BaselineName = 'handle' | 'initiate' | 'todo-page' | 'todo-total';

const readBaselineFile = (file: string) =>
  readFileSync(new URL(`baselines/${file}`, import.meta.url), 'utf8');

function baselineText(name: BaselineName): string {
  return readBaselineFile(`${name}.sql`);
}

/** A writing statement with the values of one order, and the id of this order, which occurs in them. */
export interface BaselineWrite extends SentStatement {
  orderId: string;
}

export function baselineWrite(name: 'handle' | 'initiate'): BaselineWrite & { certCodeDigest?: string } {
  return { ...(JSON.parse(readBaselineFile(`${name}.json`)) as BaselineWrite), text: baselineText(name) };
}

/** Statement that sets default values for the columns that were added after the baseline was recorded. */
export const newColumnDefaults = `
  alter table work_order_events alter column schema set default 1;
  alter table work_order_states alter column schema set default 1`;

/** Returns the to-do page and its total for a person with these keys. */
export function baselineTodo(keys: readonly string[]): SentStatement[] {
  return [
    { text: baselineText('todo-page'), values: [keys, 10, 10, 0] },
    { text: baselineText('todo-total'), values: [10_001, keys, 10_001, 10_001, 10_001] },
  ];
}
