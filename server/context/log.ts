import type { Log } from './context.ts';

const levels = { info: 0, warn: 1, error: 2 };

/** One JSON line per event on stderr; stdout is for the person who started the portal. */
export function createLog(lowest: keyof typeof levels): Log {
  const write = (level: keyof typeof levels) => (fields: object, message: string) => {
    if (levels[level] < levels[lowest]) return;
    const line = { time: new Date().toISOString(), level, message, ...fields };
    process.stderr.write(`${JSON.stringify(line, (_key, value: unknown) => readable(value))}\n`);
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

function readable(value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, stack: value.stack, cause: value.cause };
  return typeof value === 'bigint' ? String(value) : value;
}
