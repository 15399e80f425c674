import { traceIdPattern } from '#domain/workflow/trace-id.ts';

/** What the address of the detail page says beside the code (S1 §2). */
export interface DetailParameters {
  /** The trace that the user came for: the task in hand while it is open, and the marked row. */
  traceId: string | undefined;
  flowNodeId: string | undefined;
  /** Opened from the done list: reading, unless the user asks to handle. */
  isDone: boolean;
  isInitiated: boolean;
  /** Opened in a window of its own: going back closes it. */
  ownWindow: boolean;
  /** `e` in a list: the opinion gets the focus. */
  focusOpinion: boolean;
}

export function readDetailParameters(query: URLSearchParams): DetailParameters {
  return {
    // What is no trace id names none, and the order itself is there all the same.
    traceId: traceIdPattern.exec(query.get('traceId') ?? '')?.[0],
    flowNodeId: query.get('flowNodeId') ?? undefined,
    isDone: isTrue(query.get('isDone')),
    isInitiated: isTrue(query.get('isInitiated')),
    ownWindow: query.get('actionTarget') === '_blank',
    focusOpinion: query.get('focus') === 'opinion',
  };
}

/** Callers spell a yes as `1` or `true`. */
function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}
