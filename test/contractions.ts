/**
 * Finds what a migration removes although servers of the previous release, which run at the same time, may
 * still use it (docs/decisions/0174).
 */

const rules: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /^drop (table|view|materialized view|function|type|sequence|schema)\b/,
    'removes an object that may be in use',
  ],
  [
    /^alter table .*\bdrop (column )?(?!constraint\b|not null\b|default\b|identity\b|expression\b)\w/,
    'drops a column',
  ],
  [/^alter table .*\brename\b/, 'renames'],
  [/^alter (view|function|type|sequence|materialized view) .*\brename\b/, 'renames'],
  [/^alter table .*\balter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/^alter table .*\balter (column )?\w+ set not null\b/, 'requires a value that was optional'],
  [/^alter table .*\balter (column )?\w+ drop default\b/, 'requires a value that was optional'],
  [/^revoke\b/, 'revokes a privilege'],
];

/**
 * Constraints and unique indexes can refuse rows that the previous release writes, unless the table is
 * created in the same file.
 */
const refusingPatterns: readonly RegExp[] = [
  /^alter table (?:if exists )?(?:only )?"?(\w+)"? .*\badd (?:constraint|check|unique|foreign key|primary key|exclude)\b/,
  /^create unique index .*? on (?:only )?"?(\w+)"?/,
];

const newColumn =
  /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|foreign\b|primary\b|exclude\b)("?\w+"? [^,]*(?:\([^)]*\)[^,]*)*)/g;

/** Returns one line for each statement of a migration that removes something; none if it only adds. */
export function findContractions(text: string): string[] {
  const statements = statementsOf(text);
  const createdTables = new Set(
    statements.flatMap(
      (one) => /^create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/.exec(one)?.[1] ?? [],
    ),
  );
  return statements.flatMap((statement) => {
    const found = rules.flatMap(([pattern, effect]) => (pattern.test(statement) ? [effect] : []));
    const table = refusingPatterns
      .map((pattern) => pattern.exec(statement)?.[1])
      .find((name) => name !== undefined);
    if (table !== undefined && !createdTables.has(table)) found.push('refuses rows');
    if (statement.startsWith('alter table')) {
      for (const [, column = ''] of statement.matchAll(newColumn))
        if (/\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
          found.push('adds a required column without a default value');
    }
    return found.map((effect) => `${effect}: ${statement.slice(0, 120)}`);
  });
}

/**
 * Returns the statements in lower case without comments, string contents and function bodies, with single
 * blanks.
 */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}
