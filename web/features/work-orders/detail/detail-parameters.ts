import { traceIdPattern } from '#domain/workflow/trace-id.ts';

/**
 * Parameters of the detail page's address in addition to the code (S1 §2). `traceType` is accepted and ignored,
 * since each row has its own kind.
 */
export interface DetailParameters {
  /** The trace that the address names: the task to handle while it is open, and the highlighted row. */
  traceId: string | undefined;
  flowNodeId: string | undefined;
  /** Id of the order, in addition to its code: a pair that does not match is not found (0061). */
  workorderId: string | undefined;
  /**
   * The entry by which a person was asked: it determines the trace if none is named, and the highlighted row.
   */
  assignId: string | undefined;
  /** True if opened from the done list: read-only, unless the user asks to handle. */
  isDone: boolean;
  isInitiated: boolean;
  /** True after `e` in a list: the opinion gets the focus. */
  focusOpinion: boolean;
}

export function readDetailParameters(query: URLSearchParams): DetailParameters {
  return {
    // An invalid trace id is ignored; the order itself still opens.
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

/** Callers spell true as `1` or `true`. */
function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}
