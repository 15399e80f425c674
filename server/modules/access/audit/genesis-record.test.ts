import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { testPortal } from '#test/world/portal.ts';
import { type AuditHead, emptyHead, hashWithoutKey } from './chain.ts';
import { readGenesisRecord, writeGenesisRecord } from './genesis-record.ts';
import { insertAuditRecords } from './queries.ts';
import { appendAudit } from './service.ts';
import { verifyAudit } from './verify.ts';

const { context, clock } = await testPortal();
const { db, crypto } = context;
const keys = mkdtempSync(join(tmpdir(), 'banjian-keys-'));
afterAll(() => rmSync(keys, { recursive: true }));

/** Writes records as the portal did before there was a key. */
async function writeOld(chain: string, count: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`insert into audit_heads (chain, seq, hash) values (${chain}, 0, '') on conflict do nothing`.execute(
      tx,
    );
    const { rows } =
      await sql<AuditHead>`select * from audit_heads where chain = ${chain} and seq > 0`.execute(tx);
    let head = rows[0] ?? emptyHead(chain);
    for (let done = 0; done < count; done += 1) {
      const link = {
        chain,
        seq: head.seq + 1,
        at: context.now(),
        staffId: null,
        staffName: '',
        action: 'test.do',
        objectKind: 'test',
        objectId: String(done),
        detail: {},
        digests: null,
        requestId: 'r',
        prevHash: head.hash,
      };
      const hashed = { ...link, hash: hashWithoutKey(link) };
      await insertAuditRecords(tx, [hashed]);
      head = hashed;
    }
  });
}

const appendNew = (chain: string) =>
  inTransaction(db, (tx) =>
    appendAudit(tx, context, {
      chain,
      actor: undefined,
      action: 'test.do',
      objectKind: 'test',
      objectId: 'new',
      requestId: 'r',
    }),
  );

const listFindings = async () =>
  (await verifyAudit(db, crypto, { genesis: await readGenesisRecord(keys) })).findings.map(
    ({ english }) => english,
  );

describe('an audit log older than its signing key', () => {
  test('is accepted up to its genesis record, and continues with signed records', async () => {
    await writeOld('a', 3);
    await writeOld('b', 2);
    expect(await listFindings()).toEqual([
      'chain a: link 1 is not signed with the key: it was forged',
      'chain b: link 1 is not signed with the key: it was forged',
    ]);
    // The clock of the server may have been set back since these records were written.
    const later = await mkdtemp(join(tmpdir(), 'banjian-beginning-'));
    const past = new Date(context.now().getTime() - 50 * 86_400_000);
    const genesis = await writeGenesisRecord(db, crypto, later, past);
    await rm(later, { recursive: true });
    expect((await verifyAudit(db, crypto, { genesis })).findings).toEqual([]);
    expect(await writeGenesisRecord(db, crypto, keys, context.now())).toMatchObject({ chains: 2 });
    clock.forward(60_000);
    await appendNew('a');
    await appendNew('c');
    expect(await listFindings()).toEqual([]);
  });

  test('gets its genesis record once: a later start accepts nothing more', async () => {
    const before = await readGenesisRecord(keys);
    await writeGenesisRecord(db, crypto, keys, context.now());
    expect(await readGenesisRecord(keys)).toEqual(before);
  });

  test('gets one genesis record from several servers that start concurrently', async () => {
    const sharedFolder = await mkdtemp(join(tmpdir(), 'banjian-beginning-'));
    const genesisRecords = Array.from({ length: 8 }, () =>
      writeGenesisRecord(db, crypto, sharedFolder, context.now()),
    );
    const [one, ...others] = await Promise.all(genesisRecords);
    for (const other of others) expect(other).toEqual(one);
    expect(await readdir(sharedFolder)).toEqual(['audit-beginning.json']);
    await rm(sharedFolder, { recursive: true });
  });

  test('shows a new chain that pretends to be old', async () => {
    await writeOld('d', 1);
    expect(await listFindings()).toEqual([
      'chain d: link 1 is not signed with the key: it was forged',
      'links of before the signed trail were changed: 2 chains then, 3 now',
    ]);
    clock.forward(-120_000);
    await writeOld('e', 1);
    expect(await listFindings()).toContain(
      'links of before the signed trail were changed: 2 chains then, 4 now',
    );
  });

  test('shows a genesis record that was rewritten without the key', async () => {
    const genesis = await readGenesisRecord(keys);
    await writeFile(join(keys, 'audit-beginning.json'), JSON.stringify({ ...genesis, chains: 4 }));
    expect(await listFindings()).toContain(
      'the beginning of the trail was changed, or another key signed it',
    );
  });
});
