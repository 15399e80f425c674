import { traceIdPattern } from '#domain/workflow/trace-id.ts';

/**
 * Parameters of the detail page's address beside the code (S1 §2). Callers pass `traceType` through; it means
 * nothing here, since each row carries its own kind.
 */
export interface DetailParameters {
  /** The trace that the user came for: the task to work on while it is open, and the marked row. */
  traceId: string | undefined;
  flowNodeId: string | undefined;
  /** The order beside its code: names that do not belong together are of no order (0061). */
  workorderId: string | undefined;
  /** The entry by which a person was asked: it gives the trace where none is named, and the marked row. */
  assignId: string | undefined;
  /** Opened from the done list: reading, unless the user asks to handle. */
  isDone: boolean;
  isInitiated: boolean;
  /** `e` in a list: the opinion gets the focus. */
  focusOpinion: boolean;
}

export function readDetailParameters(query: URLSearchParams): DetailParameters {
  return {
    // An invalid trace id counts as none; the order itself is there all the same.
    traceId: traceOf(query.get('traceId')) ?? traceOf(query.get('assignId')),
    assignId: traceOf(query.get('assignId')),
    workorderId: query.get('workorderId') || undefined,
    flowNodeId: query.get('flowNodeId') ?? undefined,
    isDone: isTrue(query.get('isDone')),
    isInitiated: isTrue(query.get('isInitiated')),
    focusOpinion: query.get('focus') === 'opinion',
  };
}

function traceOf(value: string | null): string | undefined {
  return traceIdPattern.exec(value ?? '')?.[0];
}

/** Callers spell a yes as `1` or `true`. */
function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}
