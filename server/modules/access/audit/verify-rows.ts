import type { Db } from '#server/kernel/database/transaction.ts';
import type { AuditLink } from './chain.ts';
import { coveredTables } from './covered-tables.ts';
import { type Finding, finding } from './findings.ts';
import {
  allKeys,
  deletedObjectDigest,
  digestsOfObjects,
  isBaseline,
  nameOfObject,
  recordChain,
} from './record-rows.ts';

/** Digests of rows outside of orders, collected from the records of the chain `record`. */
export class RecordedRows {
  readonly #things = new Map<string, string>();
  #isWhole = false;

  follow(link: AuditLink): void {
    if (link.chain !== recordChain) return;
    if (isBaseline(link.action)) this.#isWhole = true;
    for (const [thing, digest] of Object.entries(link.digests ?? {})) this.#things.set(thing, digest);
  }

  /**
   * Compares the current rows with the last recorded digests; without a baseline nothing is known about
   * unrecorded rows.
   */
  async check(db: Db): Promise<Finding[]> {
    const found: Finding[] = [];
    for (const covered of coveredTables) {
      const nameOf = (key: string) => ({
        chinese: key === '' ? covered.chinese : `${covered.chinese} ${key}`,
        english: key === '' ? covered.english : `${covered.english} ${key}`,
      });
      for await (const keys of allKeys(db, covered)) {
        const now = await digestsOfObjects(db, covered, keys);
        for (const key of keys) {
          const thing = nameOfObject({ table: covered.table, key });
          const said = this.#things.get(thing);
          this.#things.delete(thing);
          if (said === now[thing] || (said === undefined && !this.#isWhole)) continue;
          const [chinese, english] =
            said === undefined || said === deletedObjectDigest
              ? ['不是经系统写入的', 'was not written by the portal']
              : ['被改动', 'was changed behind the portal'];
          found.push({ ...finding(nameOf(key), chinese, english, now[thing]), thing });
        }
      }
      for (const [thing, said] of this.#things) {
        if (!thing.startsWith(`${covered.table}:`) || said === deletedObjectDigest) continue;
        const name = nameOf(thing.slice(covered.table.length + 1));
        found.push({ ...finding(name, '已被删除', 'was deleted behind the portal'), thing });
      }
    }
    return found;
  }
}
