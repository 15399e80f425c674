import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/kernel/database/transaction.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { type AuditHead, type AuditRecord, isKeyed, type Signer } from './chain.ts';
import type { Finding } from './findings.ts';
import { findLastAnchor } from './queries.ts';
import { inOneSnapshot, listRecordsAfter } from './verify.queries.ts';

/**
 * The genesis record of the signed audit log of an installation: it covers the records from before the key,
 * to the last one. It is written once, when the key is new, next to the key file; after that a new record
 * cannot be presented as an old one.
 */
export interface GenesisRecord {
  /** Time of writing, or of the newest old record if the clock was set back since. */
  at: string;
  /** Number of chains with records from before the key. */
  chains: number;
  /** Hash over the last old record of each chain, independent of the order of chains. */
  mark: string;
  /** Last anchor from before the key; 0 without one. */
  anchor: number;
  signature: string;
}

/** Collects the last old record of each chain; the sum of signatures represents the set. */
export class LastUnsignedRecords {
  chains = 0;
  readonly #sum = Buffer.alloc(32);

  add(end: AuditHead, signer: Signer): void {
    this.chains += 1;
    const endSignature = signer.signAuditLog(canonicalJson(['old end', end.chain, end.seq, end.hash]));
    const bytes = Buffer.from(endSignature.slice(endSignature.lastIndexOf(':') + 1), 'hex');
    for (const [index, byte] of bytes.entries()) this.#sum[index] = (this.#sum[index] ?? 0) ^ byte;
  }

  get mark(): string {
    return this.#sum.toString('hex');
  }
}

function genesisText({ at, chains, mark, anchor }: Omit<GenesisRecord, 'signature'>): string {
  return canonicalJson(['beginning of the trail', at, chains, mark, anchor]);
}

function isGenesisRecordIntact(genesis: GenesisRecord, signer: Signer): boolean {
  return genesis.signature === signer.signAuditLog(genesisText(genesis));
}

/**
 * Checks whether a record without a key is where only signed records may be: after the genesis record, or
 * anywhere if there is none.
 */
export function isUnsignedAfterGenesis(
  head: AuditHead,
  record: AuditRecord,
  genesis: GenesisRecord | undefined,
): boolean {
  if (isKeyed(record.hash)) return false;
  // Reported once for each chain.
  if (genesis === undefined) return head.seq === 0;
  return !(record.at.getTime() <= Date.parse(genesis.at));
}

/** Returns the findings about the genesis record, or about the earlier records as a whole. */
export function checkGenesisRecord(
  oldRecords: LastUnsignedRecords,
  signer: Signer,
  genesis: GenesisRecord | undefined,
): Finding[] {
  if (genesis === undefined) return [];
  if (!isGenesisRecordIntact(genesis, signer))
    return [
      {
        chinese: '审计起点文件被改动，或与审计密钥不符',
        english: 'the beginning of the trail was changed, or another key signed it',
      },
    ];
  if (oldRecords.chains === genesis.chains && oldRecords.mark === genesis.mark) return [];
  return [
    {
      chinese: `启用签名之前的审计记录被改动：应有 ${genesis.chains} 条链，现有 ${oldRecords.chains} 条`,
      english: `links of before the signed trail were changed: ${genesis.chains} chains then, ${oldRecords.chains} now`,
    },
  ];
}

const fileName = 'audit-beginning.json';
const batch = 5_000;

export const genesisPath = (keys: string) => join(keys, fileName);

/** Reads the genesis record; undefined if none was ever written. */
export async function readGenesisRecord(keys: string): Promise<GenesisRecord | undefined> {
  try {
    return JSON.parse(await readFile(genesisPath(keys), 'utf8')) as GenesisRecord;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the genesis record unless it exists; at every start, before the portal serves any call. */
export async function writeGenesisRecord(
  db: Db,
  signer: Signer,
  keys: string,
  now: Date,
): Promise<GenesisRecord> {
  const current = await readGenesisRecord(keys);
  if (current) return current;
  const unsigned = await inOneSnapshot(db, async (snapshot) => {
    const { ends, newest } = await findOldRecords(snapshot, signer);
    const anchor = (await findLastAnchor(snapshot))?.seq ?? 0;
    const at = newest && newest > now ? newest : now;
    return { at: at.toISOString(), chains: ends.chains, mark: ends.mark, anchor };
  });
  const genesis = { ...unsigned, signature: signer.signAuditLog(genesisText(unsigned)) };
  await mkdir(keys, { recursive: true, mode: 0o700 });
  const path = genesisPath(keys);
  const temporary = `${path}.${randomUUID()}.new`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(genesis, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // A hard link fails if its name exists, so that two servers that start at once agree on one genesis record.
    await link(temporary, path);
    return genesis;
  } catch (error) {
    const first = await readGenesisRecord(keys);
    if (!first) throw error;
    return first;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns the ends of the chains from before the key, and the time of their newest record. */
async function findOldRecords(
  db: Db,
  signer: Signer,
): Promise<{ ends: LastUnsignedRecords; newest: Date | undefined }> {
  const ends = new LastUnsignedRecords();
  let last: AuditHead | undefined;
  let newest: Date | undefined;
  for (;;) {
    const records = await listRecordsAfter(db, last, batch);
    for (const record of records) {
      if (last && last.chain !== record.chain && !isKeyed(last.hash)) ends.add(last, signer);
      if (!isKeyed(record.hash) && !(newest && newest >= record.at)) newest = record.at;
      last = record;
    }
    if (records.length < batch) break;
  }
  if (last && !isKeyed(last.hash)) ends.add(last, signer);
  return { ends, newest };
}
