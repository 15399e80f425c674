import type { Addressee } from '#domain/workflow/model/model.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type CandidateKey, listCandidateKeys } from './directory.queries.ts';

/** Directory of candidate keys for decisions: finds the people who match a key. */
export interface Directory {
  nameOf(key: string): string;
  addressee(key: string): Addressee | undefined;
  /** Returns the people who may handle work orders and match one of the keys. */
  peopleOf(keys: readonly string[]): { key: string; name: string; orgId: string | null }[];
  /** Lists the addressees of a kind; people who have left are not included. */
  listOf(
    kind: string,
  ): { key: string; name: string; orgId: string | null; availability: Addressee['availability'] }[];
}

interface CacheEntry {
  readAt: number;
  directory: Promise<Directory>;
}

const maxAgeSeconds = 5;
const cache = new WeakMap<Db, CacheEntry>();

/**
 * A key of the directory. The people who match it are computed only when they are needed, which is only for
 * countersigning.
 */
class DirectoryEntry implements Addressee {
  readonly key: string;
  readonly name: string;
  readonly availability: Addressee['availability'];
  readonly mayResubmit: boolean;
  readonly soleStaffId: string | null;
  readonly orgId: string | null;
  readonly keys: readonly string[];
  readonly #people: () => ReadonlyMap<string, readonly string[]>;

  constructor(row: CandidateKey, people: () => ReadonlyMap<string, readonly string[]>) {
    const { key, name, hasPeople, ableCount, oneAbleStaffId, mayInitiate, orgId, keys } = row;
    this.key = key;
    this.name = name;
    this.availability = ableCount > 0 ? 'able' : hasPeople ? 'unable' : 'absent';
    this.mayResubmit = mayInitiate;
    this.soleStaffId = ableCount === 1 ? oneAbleStaffId : null;
    this.orgId = orgId;
    this.keys = keys ?? [];
    this.#people = people;
  }

  get ableStaffIds(): readonly string[] {
    return this.#people().get(this.key) ?? [];
  }
}

/** Returns the people who may handle matters, by the keys that they match. */
function peopleByKey(rows: readonly CandidateKey[]): ReadonlyMap<string, readonly string[]> {
  const people = new Map<string, string[]>();
  for (const { key, keys } of rows) {
    for (const candidateKey of keys ?? []) {
      const staffIds = people.get(candidateKey) ?? [];
      staffIds.push(key.slice('staff:'.length));
      people.set(candidateKey, staffIds);
    }
  }
  return people;
}

async function readDirectory(db: Db): Promise<Directory> {
  const rows = await listCandidateKeys(db);
  let people: ReadonlyMap<string, readonly string[]> | undefined;
  const readPeople = () => {
    people ??= peopleByKey(rows);
    return people;
  };
  const entries = new Map(rows.map((row) => [row.key, new DirectoryEntry(row, readPeople)]));
  return {
    nameOf: (key) => entries.get(key)?.name ?? key,
    addressee: (key) => entries.get(key),
    listOf: (kind) =>
      [...entries.values()].filter(
        ({ key, availability }) =>
          key.startsWith(`${kind}:`) && (kind !== 'staff' || availability !== 'absent'),
      ),
    peopleOf: (keys) => [...entries.values()].filter((entry) => entry.keys.some((key) => keys.includes(key))),
  };
}

/**
 * Returns the directory, at most five seconds old. It gives the names of candidates, and
 * prevents a choice of candidates who do not exist or are not allowed; whether a person may act is always decided by
 * the keys that the person has at that moment. It is read before a transaction begins, so that no transaction waits
 * for a second connection.
 */
export function currentDirectory(db: Db): Promise<Directory> {
  const now = performance.now();
  const cached = cache.get(db);
  if (cached && now - cached.readAt < maxAgeSeconds * 1000) return cached.directory;
  const directory = readDirectory(db);
  cache.set(db, { readAt: now, directory });
  directory.catch(() => cache.delete(db));
  return directory;
}

/** Clears this process's cached directory, so that the next caller reads the current people. */
export function clearDirectoryCache(db: Db): void {
  cache.delete(db);
}

/** Returns the names of everything that a form may name by its key; a person who has left has none. */
export function directoryNames({ addressee, nameOf }: Directory): (key: string) => string | undefined {
  return (key) => {
    const found = addressee(key);
    const hasLeft = key.startsWith('staff:') && found?.availability === 'absent';
    return found === undefined || hasLeft ? undefined : nameOf(key);
  };
}
