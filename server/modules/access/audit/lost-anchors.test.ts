import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { opinions } from '#contract/opinions.ts';
import { readAuditAndBackupFigures } from '#server/modules/operations/installation/audit-and-backup-figures.ts';
import { checkAnchors } from '#server/modules/operations/installation/doctor/check-anchors.ts';
import { testOffice } from '#test/world/office.ts';
import { anchorLogPath } from './anchor-log.ts';
import { ownEvidence } from './own-evidence.ts';
import { findLostAnchors, recordLostAnchors, runVerification, writeAnchor } from './service.ts';
import { verifyAudit } from './verify.ts';

const office = await testOffice();
const { context } = office;
const { db, config, crypto } = context;

const addOpinion = (content: string) =>
  office.as('liuyang').done(opinions.addAll, { body: { opinions: [{ content, sort: 1 }] } });

async function numbersOnFile(): Promise<number[]> {
  const text = await readFile(anchorLogPath(config), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
}

const loseAfter = (seq: number) =>
  db.transaction().execute(async (tx) => {
    await sql`alter table audit_anchors disable trigger all`.execute(tx);
    await sql`delete from audit_anchors where seq > ${seq}`.execute(tx);
    await sql`alter table audit_anchors enable trigger all`.execute(tx);
  });

const verify = async () =>
  await verifyAudit(db, crypto, { ...(await ownEvidence(config, context.files)), files: undefined });

test('a database older than its anchors is reported, reuses no anchor number and can be acknowledged', async () => {
  await addOpinion('第一条');
  await writeAnchor(context);
  expect(await findLostAnchors(db, config)).toBeUndefined();
  for (const content of ['第二条', '第三条']) {
    await addOpinion(content);
    await writeAnchor(context);
  }
  expect(await numbersOnFile()).toEqual([1, 2, 3]);

  // A standby that had not received the last two.
  await loseAfter(1);
  expect(await findLostAnchors(db, config)).toMatchObject({ from: 2, to: 3, chains: 2 });
  expect(await checkAnchors(db, config)).toMatchObject([{ state: 'fault', check: 'anchors' }]);

  const printedLines: string[] = [];
  await recordLostAnchors(context, (line) => printedLines.push(line));
  expect(printedLines[0]).toContain('数据库比锚点文件旧，缺少锚点 2 至 3');
  expect(printedLines[1]).toContain('The database is older than its anchors on file: 2 to 3 are missing');
  await recordLostAnchors(context, (line) => printedLines.push(line));
  expect(printedLines).toHaveLength(2);
  expect((await readAuditAndBackupFigures(db)).lostAnchors).toMatchObject({ from: 2, to: 3 });

  await addOpinion('第四条');
  await writeAnchor(context);
  expect(await numbersOnFile()).toEqual([1, 2, 3, 4]);
  const { findings } = await verify();
  expect(findings.map(({ chinese }) => chinese)).toEqual([
    expect.stringMatching(/^锚点 2 至 3 不在数据库中/),
  ]);

  const auditor = office.as('yuanyuan');
  await auditor.done(audit.verify);
  await runVerification(context, async function* () {});
  const [last] = (await auditor.done(audit.verifications)).rows;
  const mark = last?.findings.find(({ text }) => text.startsWith('锚点 2 至 3'))?.mark ?? '';
  await auditor.done(audit.acknowledge, { params: { mark }, body: { reason: '按应急预案恢复' } });
  expect((await readAuditAndBackupFigures(db)).lostAnchors).toBeNull();
  expect((await verify()).broken).toBeUndefined();
});

test('a database replaced by an older one while the portal runs is detected before the next anchor', async () => {
  const before = await numbersOnFile();
  const newest = before.at(-1) ?? 0;
  await addOpinion('第五条');
  await writeAnchor(context);
  await loseAfter(newest);
  await addOpinion('第六条');
  await writeAnchor(context);
  expect(await numbersOnFile()).toEqual([...before, newest + 1, newest + 2]);
  expect((await readAuditAndBackupFigures(db)).lostAnchors).toMatchObject({
    from: newest + 1,
    to: newest + 1,
  });
  expect(await checkAnchors(db, config)).toMatchObject([{ state: 'ok' }]);
});
