import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A statement that a release sends, and the file that sends it (`asking`, as in the stored recordings). */
export interface Statement {
  text: string;
  asking: string;
}

/** Returns the last migration of the newest release; its recorded statements are in the file of that name. */
export function readReleasedSchema(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'newest.json'), 'utf8')).schema;
}

/** Returns the recorded statements of the newest release (docs/decisions/0174). */
export function readStatements(): Statement[] {
  const packed = readFileSync(join(import.meta.dirname, `${readReleasedSchema()}.json.gz`));
  return JSON.parse(gunzipSync(packed).toString('utf8'));
}

/** Files that every statement of the portal passes through, and that never create one. */
export const passThroughFiles: readonly string[] = [
  'connect',
  'fragment',
  'named-statement-client',
  'shared-transaction',
  'transaction',
  'watched-pool',
].map((name) => `server/kernel/database/${name}.ts`);

/**
 * Files whose statements are sent with the owner's role, always by the same version; these are not recorded.
 */
export const ownerFiles: readonly string[] = ['migrate', 'portal-role'].map(
  (name) => `server/kernel/database/${name}.ts`,
);

/** Only these can be planned without being executed; the others name no columns. */
const planned = /^\s*(?:with|select|insert|update|delete|merge|values)\b/i;
const cursor = /^\s*declare \w+ (?:no scroll )?cursor (?:with hold )?for\s+/i;

/** Returns the query of a cursor; other texts unchanged. */
function withoutCursor(text: string): string {
  return text.replace(cursor, '');
}

/**
 * Returns the common form of statements that differ only in the number of their values; undefined for statements that
 * PostgreSQL does not plan, such as `begin`, `set` or `copy`.
 */
export function shapeOf(text: string): string | undefined {
  const plain = withoutCursor(text);
  if (!planned.test(plain)) return undefined;
  return plain
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(?:, ?\?)+/g, '?')
    .replaceAll(/\(\?\)(?:, ?\(\?\))+/g, '(?)')
    .trim();
}

/** Keeps the shortest statement of each shape, sorted by text, so that two recordings can be compared. */
export function mergeRecordings(folder: string): Statement[] {
  const byShape = new Map<string, Statement>();
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const { text, asking } = JSON.parse(line) as Statement;
      const statement = { text: withoutCursor(text), asking };
      const shape = shapeOf(text) ?? '';
      const known = byShape.get(shape);
      if (!known || statement.text.length < known.text.length) byShape.set(shape, statement);
    }
  }
  return [...byShape.values()].sort((one, other) => (one.text < other.text ? -1 : 1));
}
