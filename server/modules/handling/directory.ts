import type { Db } from '#server/database/transaction.ts';
import { listCandidateKeys } from './directory.queries.ts';

/** Who answers to which candidate key, as decisions ask for it. */
export interface Directory {
  nameOf(key: string): string;
  reachesSomeone(key: string): boolean;
}

interface Kept {
  readAt: number;
  directory: Promise<Directory>;
}

const freshSeconds = 5;
const kept = new WeakMap<Db, Kept>();

async function readDirectory(db: Db): Promise<Directory> {
  const entries = new Map((await listCandidateKeys(db)).map((entry) => [entry.key, entry]));
  return {
    nameOf: (key) => entries.get(key)?.name ?? key,
    reachesSomeone: (key) => entries.get(key)?.reached ?? false,
  };
}

/**
 * The directory, at most five seconds old. It only names candidates and guards against empty ones:
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
