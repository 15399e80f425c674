import { type Log, type LogLevel, logLevels } from './log.ts';

const intervalMs = 60_000;

/**
 * Creates a log that writes equal lines at most once a minute, the next one with the number of those in
 * between: an event of every call, such as a full disk, would fill the disk of the log as well. At level
 * `debug` all of them are written.
 */
export function createThrottledLog(log: Log, now: () => number = () => performance.now()): Log {
  const lastLines = new Map<string, { at: number; suppressed: number }>();
  const write = (level: LogLevel) => (fields: object, message: string) => {
    const last = lastLines.get(message);
    if (last && now() - last.at < intervalMs) {
      last.suppressed += 1;
      log.debug(fields, message);
      return;
    }
    lastLines.set(message, { at: now(), suppressed: 0 });
    log[level](
      last && last.suppressed > 0 ? { ...fields, sinceTheLastLine: last.suppressed } : fields,
      message,
    );
  };
  return Object.fromEntries(logLevels.map((level) => [level, write(level)])) as Log;
}
