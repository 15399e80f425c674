import type { CallRecord } from './call-record.ts';

/** Long enough to combine many lines in a write, short enough for a watching operator. */
const collectMs = 200;

export interface AccessLog {
  record(record: CallRecord): void;
  /** Writes the waiting lines; called at shutdown. */
  flush(): void;
}

/**
 * Writes one line per call: the call and its result, but no sent data. The caller is given by the id of the
 * account; the audit log contains the name. Lines are written in groups, which costs a busy portal a fraction
 * of one write each.
 */
export function createAccessLog(
  print: (text: string) => void = (text) => void process.stderr.write(text),
  now: () => Date = () => new Date(),
): AccessLog {
  let pendingText = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = pendingText;
    pendingText = '';
    if (text !== '') print(text);
  };
  return {
    flush,
    record({ requestId, method, call, status, ms, bytes, staffId, refused }) {
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
      pendingText += `${JSON.stringify(line)}\n`;
      timer ??= setTimeout(flush, collectMs).unref();
    },
  };
}
