import { inspect } from 'node:util';
import { onTestFailed } from 'vitest';
import type { Log, LogLevel } from '#server/kernel/log/log.ts';

/** Number of causes that are kept: an answer is examined right after its call. */
const maxStored = 50;

export interface Causes {
  /** Forwards entries to the original log, and keeps severe ones. */
  log: Log;
  /**
   * Prints why a call was answered with 5xx if its test fails, or at once outside a test; prints nothing if a
   * test expects it.
   */
  report(call: string, answer: { statusCode: number; body: string }): void;
}

export function listenForCauses(log: Log): Causes {
  const loggedCauses: { requestId: string; text: string }[] = [];
  const recordAt = (level: LogLevel) => (fields: object, message: string) => {
    const { error, requestId = '' } = fields as { error?: unknown; requestId?: string };
    loggedCauses.push({ requestId, text: error === undefined ? message : `${message}\n${inspect(error)}` });
    if (loggedCauses.length > maxStored) loggedCauses.shift();
    log[level](fields, message);
  };
  const recordingLog: Log = {
    ...log,
    warn: recordAt('warn'),
    error: recordAt('error'),
    fatal: recordAt('fatal'),
  };
  return {
    log: recordingLog,
    report(call, { statusCode, body }) {
      const ownCauses = loggedCauses.filter(({ requestId }) => requestId !== '' && body.includes(requestId));
      // If no logged cause belongs to the answer, the latest one is the best guess.
      const causes = ownCauses.length > 0 ? ownCauses : loggedCauses.slice(-1);
      const text = [`${call} was answered ${statusCode}: ${body}`, ...causes.map((cause) => cause.text)].join(
        '\n',
      );
      const print = () => console.error(text);
      try {
        onTestFailed(print);
      } catch {
        // Not in a test, but in a hook or at the beginning of a file.
        print();
      }
    },
  };
}
