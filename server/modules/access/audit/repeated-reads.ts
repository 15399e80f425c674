import type { SecurityEvent } from './security-events.ts';

/** Time in which the same person's readings of the audit log with the same filters are one record. */
const sameReadingMs = 10 * 60_000;
/** Maximum number of stored readings; beyond it all are recorded again. */
const maxReadings = 1_000;

/**
 * Returns a function that recognizes a reading of the audit log that is already recorded: another page, or the same
 * list loaded again. Each process stores its own, so that a reading may be recorded twice, but is never left out.
 */
export function createRepeatedReadCheck(): (event: SecurityEvent) => boolean {
  const readingTimes = new Map<string, number>();
  return ({ event, actor, detail, at }) => {
    if (event !== 'audit.read' || !actor) return false;
    const key = JSON.stringify([actor.staffId, Object.entries(detail).sort()]);
    const before = readingTimes.get(key);
    const isRepeated =
      before !== undefined && at.getTime() - before < sameReadingMs && at.getTime() >= before;
    if (isRepeated) return true;
    if (readingTimes.size >= maxReadings) readingTimes.clear();
    readingTimes.set(key, at.getTime());
    return false;
  };
}
