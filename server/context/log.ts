export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const levels = { info: 0, warn: 1, error: 2 };

/**
 * One JSON line per event on stderr; stdout is for the person who started the portal. What people typed never stands in
 * it: of the database's complaints only what is about the schema is written down.
 */
export function createLog(
  lowest: keyof typeof levels,
  print: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const write = (level: keyof typeof levels) => (fields: object, message: string) => {
    if (levels[level] < levels[lowest]) return;
    const line = { time: new Date().toISOString(), level, message, ...fields };
    print(`${JSON.stringify(line, (_key, value: unknown) => readable(value))}\n`);
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

function readable(value: unknown): unknown {
  if (isDatabaseError(value)) return describeDatabaseError(value);
  if (value instanceof AggregateError) return { name: value.name, stack: value.stack, errors: value.errors };
  if (value instanceof Error) return { name: value.name, stack: value.stack, cause: value.cause };
  return typeof value === 'bigint' ? String(value) : value;
}

interface DatabaseError extends Error {
  code: string;
  severity: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** Told by its fields, as the driver's class may come from another copy of the driver. */
function isDatabaseError(value: unknown): value is DatabaseError {
  if (!(value instanceof Error)) return false;
  const { code, severity } = value as Partial<DatabaseError>;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && typeof severity === 'string';
}

/** Conditions of class 22 quote the value that does not fit, every other class names of tables and columns. */
const dataException = /^22/;

/**
 * What PostgreSQL refused, without the values that it was asked with: `detail`, `where` and the like quote whole rows,
 * and so does the message of a value that does not fit its type.
 */
function describeDatabaseError(error: DatabaseError): object {
  const { name, code, table, column, constraint, message, stack = '' } = error;
  const shown = dataException.test(code) ? message.replace(/".*"/s, '"…"') : message;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { name, code, table, column, constraint, stack: [`${name}: ${shown}`, ...frames].join('\n') };
}
