/** Levels by decreasing severity; each level includes those before it. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = Readonly<Record<LogLevel, (fields: object, message: string) => void>>;

const printLine = (line: string) => void process.stderr.write(line);

/**
 * Creates a log with one JSON line per event on stderr; stdout is for the person who started the portal. It
 * never contains typed texts: of database errors only the parts about the schema are logged.
 */
export function createLog(lowest: LogLevel, print: (line: string) => void = printLine): Log {
  const last = logLevels.indexOf(lowest);
  const write = (level: LogLevel) => (fields: object, message: string) => {
    if (logLevels.indexOf(level) > last) return;
    print(lineOf({ time: new Date().toISOString(), level, message, ...fields }));
  };
  return Object.fromEntries(logLevels.map((level) => [level, write(level)])) as Log;
}

function lineOf(fields: object): string {
  return `${JSON.stringify(fields, (_key, value: unknown) => toLoggable(value))}\n`;
}

function toLoggable(value: unknown): unknown {
  if (typeof value === 'string') return withoutNumbers(value);
  if (isDatabaseError(value)) return describeDatabaseError(value);
  if (value instanceof AggregateError) return describeSeveral(value);
  if (value instanceof SyntaxError) return { name: value.name, stack: withoutQuotation(value) };
  if (value instanceof Error) return { name: value.name, stack: value.stack, cause: value.cause };
  return typeof value === 'bigint' ? String(value) : value;
}

/**
 * Number of errors of an aggregate that are logged: a job over hundreds of rows may fail hundreds of times in
 * the same way.
 */
const maxErrors = 3;

function describeSeveral({ name, stack, errors }: AggregateError): object {
  return { name, stack, errors: errors.slice(0, maxErrors), count: errors.length };
}

const personalNumber = /(?<![\w.-])(?:\d{17}[\dXx]|1[3-9]\d{9})(?![\w-])/g;

/** Removes certificate and mobile numbers, as a last safeguard, whatever library quotes them in an error. */
const withoutNumbers = (text: string) => text.replace(personalNumber, '…');

/**
 * Returns the stack without the message: the engine quotes text that it could not parse as JSON, which may be
 * a form's content.
 */
function withoutQuotation({ name, stack = '' }: SyntaxError): string {
  return [name, ...framesOf(stack)].join('\n');
}

const framesOf = (stack: string) => stack.split('\n').filter((line) => /^\s+at /.test(line));

interface DatabaseError extends Error {
  code: string;
  severity: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/** Checks for an error of the database by its fields, because its class may come from another copy of the driver. */
function isDatabaseError(value: unknown): value is DatabaseError {
  if (!(value instanceof Error)) return false;
  const { code, severity } = value as Partial<DatabaseError>;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && typeof severity === 'string';
}

/** Errors of class 22 quote the invalid value; all other classes name only tables and columns. */
const dataException = /^22/;

/**
 * Describes a PostgreSQL error without the values of the statement: `detail`, `where` and similar fields
 * quote whole rows, and so does the message about a value that does not fit its type.
 */
function describeDatabaseError(error: DatabaseError): object {
  const { name, code, table, column, constraint, message, stack = '' } = error;
  const safeMessage = dataException.test(code) ? message.replace(/".*"/s, '"…"') : message;
  return {
    name,
    code,
    table,
    column,
    constraint,
    stack: [`${name}: ${safeMessage}`, ...framesOf(stack)].join('\n'),
  };
}
