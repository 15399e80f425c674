/** An event of a browser's trace. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** A processor that is this many times slower stands for the phone of an applicant and the PC of a small office. */
export const slowdown = 4;

const longTaskMs = 50;

export function readTrace(trace: Buffer): TraceEvent[] {
  return (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;
}

export function isTask({ name, ph }: TraceEvent): boolean {
  return name === 'RunTask' && ph === 'X';
}

/**
 * Returns how long tasks block the page on the slow processor (their time beyond 50 ms each) and the longest of them,
 * in milliseconds. Tasks are measured in processor time, so other work on this machine adds nothing.
 */
export function blockingOf(tasks: readonly TraceEvent[]): { blocked: number; longest: number } {
  const lengths = tasks.map(({ tdur = 0 }) => (tdur / 1000) * slowdown);
  return {
    blocked: lengths.reduce((sum, length) => sum + Math.max(0, length - longTaskMs), 0),
    longest: Math.max(0, ...lengths),
  };
}
