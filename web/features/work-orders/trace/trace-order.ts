import type { Trace } from '#contract/work-orders.ts';
import { isPending } from '#domain/workflow/trace-texts.ts';

/**
 * Returns the rows of a trace in their display order: pending rows first, then rows that belong to no flow
 * node, then handled rows by their last update, newest first (S1 §4).
 */
export function orderTraces(traces: readonly Trace[]): Trace[] {
  return [...traces].sort((a, b) => rankOf(a) - rankOf(b) || compareWithin(a, b));
}

export { isPending };

const groups = ['pending', 'outOfFlow', 'handled'] as const;
export type TraceGroup = (typeof groups)[number];

/** Returns the group of the display order to which a row belongs. */
export function groupOf(trace: Trace): TraceGroup {
  if (isPending(trace)) return 'pending';
  return trace.flowNodeId === null || trace.flowNodeId === '' ? 'outOfFlow' : 'handled';
}

function rankOf(trace: Trace): number {
  return groups.indexOf(groupOf(trace));
}

/** Orders two rows of the same time by their numbers, the later one on top. */
function compareWithin(a: Trace, b: Trace): number {
  return Date.parse(b.lastUpdatedAt) - Date.parse(a.lastUpdatedAt) || b.number - a.number;
}
