import type { CallRecord } from './call-record.ts';

/** Long enough to write many lines at once, short enough for a watching operator. */
const gatherMs = 200;

export interface AccessLog {
  note(record: CallRecord): void;
  /** Writes what waits; for an orderly end. */
  flush(): void;
}

/**
 * Writes one line per call: which call it was and how it went, and nothing of the data that was sent. The caller stands
 * there by the identity number of the account; the audit log says who that is. Lines are written in groups, which costs
 * a busy portal a fraction of one write each.
 */
export function createAccessLog(
  print: (text: string) => void = (text) => void process.stderr.write(text),
  now: () => Date = () => new Date(),
): AccessLog {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '') print(text);
  };
  return {
    flush,
    note({ requestId, method, call, status, ms, bytes, staffId, refused }) {
      const line = {
        time: now().toISOString(),
        level: 'info',
        message: 'Call',
        requestId,
        method,
        call,
        status,
        ms,
        bytes,
        staffId: staffId || undefined,
        refused: refused || undefined,
      };
      waiting += `${JSON.stringify(line)}\n`;
      timer ??= setTimeout(flush, gatherMs).unref();
    },
  };
}
