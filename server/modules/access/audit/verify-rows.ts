import type { Db } from '#server/kernel/database/transaction.ts';
import type { AuditRecord } from './chain.ts';
import { coveredTables } from './covered-tables.ts';
import { type Finding, finding } from './findings.ts';
import {
  allKeys,
  coveredObjectId,
  deletedObjectDigest,
  digestsOfObjects,
  isBaseline,
  recordChain,
} from './record-rows.ts';

/** Digests of rows outside of orders, collected from the records of the chain `record`. */
export class RecordedRows {
  readonly #digests = new Map<string, string>();
  #hasBaseline = false;

  collect(record: AuditRecord): void {
    if (record.chain !== recordChain) return;
    if (isBaseline(record.action)) this.#hasBaseline = true;
    for (const [object, digest] of Object.entries(record.digests ?? {})) this.#digests.set(object, digest);
  }

  /**
   * Compares the current rows with the last recorded digests; without a baseline nothing is known about
   * unrecorded rows.
   */
  async check(db: Db): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const covered of coveredTables) {
      const nameOf = (key: string) => ({
        chinese: key === '' ? covered.chinese : `${covered.chinese} ${key}`,
        english: key === '' ? covered.english : `${covered.english} ${key}`,
      });
      for await (const keys of allKeys(db, covered)) {
        const now = await digestsOfObjects(db, covered, keys);
        for (const key of keys) {
          const object = coveredObjectId({ table: covered.table, key });
          const recordedDigest = this.#digests.get(object);
          this.#digests.delete(object);
          if (recordedDigest === now[object] || (recordedDigest === undefined && !this.#hasBaseline))
            continue;
          const [chinese, english] =
            recordedDigest === undefined || recordedDigest === deletedObjectDigest
              ? ['不是经系统写入的', 'was not written by the portal']
              : ['被改动', 'was changed behind the portal'];
          findings.push({ ...finding(nameOf(key), chinese, english, now[object]), coveredObject: object });
        }
      }
      for (const [object, recordedDigest] of this.#digests) {
        if (!object.startsWith(`${covered.table}:`) || recordedDigest === deletedObjectDigest) continue;
        const name = nameOf(object.slice(covered.table.length + 1));
        findings.push({
          ...finding(name, '已被删除', 'was deleted behind the portal'),
          coveredObject: object,
        });
      }
    }
    return findings;
  }
}
