import { type RawBuilder, sql } from 'kysely';
import { findsName } from '#domain/texts/name-search.ts';
import { lettersOf, mayBePinyin } from '#domain/texts/spelled-search.ts';
import type { Db } from './transaction.ts';

/** Maximum number of names that a search by pinyin reads. */
const maxReadNames = 10_000;

/**
 * Returns the ids of rows whose name a typed text finds: by characters in their order, by pinyin or by initials. It
 * reads all names, so it is only for tables such as roles, halls and organisations.
 */
export async function findIdsByName(
  db: Db,
  /** The part of the query after `from`; it has the columns `id` and `name`. */
  rowsToSearch: RawBuilder<unknown>,
  text: string,
): Promise<string[]> {
  const pinyin = mayBePinyin(text) ? sql`read_all_pinyin(name, false)` : sql`''`;
  const { rows } = await sql<{ id: string; name: string; pinyin: string }>`
    select id, name, ${pinyin} as pinyin from ${rowsToSearch} limit ${maxReadNames}`.execute(db);
  return rows.flatMap(({ id, name, pinyin }) => (findsName(text, name, pinyin) ? [id] : []));
}

/**
 * Returns the condition that a person's name contains the text, or that the pinyin or the initials of the name, or
 * of a part of it, begin with the text. `st` is the table `staff` in the query.
 */
export function isPersonNameFoundBy(text: string): RawBuilder<boolean> {
  const letters = lettersOf(text);
  // The search keys begin with the account.
  const isSpelled =
    letters === ''
      ? sql`false`
      : sql`strpos(substr(st.search_keys, char_length(st.account) + 2), ${` ${letters}`}) > 0`;
  return sql<boolean>`(strpos(st.name, ${text}) > 0 or ${isSpelled})`;
}

/** Returns the condition that the text finds a person of the table `st` by name, or is a part of the account. */
export function isPersonFoundBy(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${isPersonNameFoundBy(text)} or strpos(st.account, lower(${text})) > 0)`;
}
