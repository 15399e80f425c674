import type { Addressee } from '#domain/workflow/model.ts';
import type { Db } from '#server/database/transaction.ts';
import { type CandidateKey, listCandidateKeys } from './directory.queries.ts';

/** Who answers to which candidate key, as decisions ask for it. */
export interface Directory {
  nameOf(key: string): string;
  addressee(key: string): Addressee | undefined;
  /** The people who may handle and answer to one of the keys. */
  peopleOf(keys: readonly string[]): { key: string; name: string; orgId: string | null }[];
  /** Who is called so or by such a key, by the kind of their key; those who are away or left are not among them. */
  search(
    kind: string,
    text: string,
  ): { key: string; name: string; orgId: string | null; standing: Addressee['standing'] }[];
}

interface Kept {
  readAt: number;
  directory: Promise<Directory>;
}

const freshSeconds = 5;
const kept = new WeakMap<Db, Kept>();

function presentAddressee(row: CandidateKey): Addressee {
  const { name, staffed, able, anyAble, initiates, orgId, keys } = row;
  const standing = able > 0 ? 'able' : staffed ? 'unable' : 'absent';
  return { name, standing, initiates, soleStaffId: able === 1 ? anyAble : null, orgId, keys: keys ?? [] };
}

async function readDirectory(db: Db): Promise<Directory> {
  const rows = await listCandidateKeys(db);
  const entries = new Map(rows.map((row) => [row.key, { ...presentAddressee(row), key: row.key }]));
  return {
    nameOf: (key) => entries.get(key)?.name ?? key,
    addressee: (key) => entries.get(key),
    search: (kind, text) =>
      [...entries.values()].filter(
        ({ key, name, standing }) =>
          key.startsWith(`${kind}:`) &&
          (kind !== 'staff' || standing !== 'absent') &&
          (name.includes(text) || key.includes(text)),
      ),
    peopleOf: (keys) =>
      [...entries.values()].filter((entry) => entry.keys.some((held) => keys.includes(held))),
  };
}

/**
 * The directory, at most five seconds old. It names candidates and guards against empty and barred ones:
 * who may act is always decided by the keys that the person holds at that moment.
 * Read before a transaction begins, so that no transaction waits for a second connection.
 */
export function currentDirectory(db: Db): Promise<Directory> {
  const now = performance.now();
  const mine = kept.get(db);
  if (mine && now - mine.readAt < freshSeconds * 1000) return mine.directory;
  const directory = readDirectory(db);
  kept.set(db, { readAt: now, directory });
  directory.catch(() => kept.delete(db));
  return directory;
}

/** What this process remembers is read anew: whoever asks next knows who has come and left until now. */
export function forgetDirectory(db: Db): void {
  kept.delete(db);
}
