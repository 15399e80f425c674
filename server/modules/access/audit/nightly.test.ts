import { expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { readAuditAndBackupFigures } from '#server/modules/operations/installation/audit-and-backup-figures.ts';
import { testOffice } from '#test/world/office.ts';
import { requestNightlyVerification, runVerification } from './service.ts';

const office = await testOffice();
const { context, clock } = office;

async function runInNight(night: string) {
  clock.now = new Date(night);
  await requestNightlyVerification(context);
  await runVerification(context, async function* () {});
  return (await office.as('yuanyuan').done(audit.verifications)).rows[0];
}

test('the audit log is verified each night without file contents, and on the night to Sunday with them', async () => {
  const saturday = await runInNight('2026-03-07T02:17:00+08:00');
  expect(saturday).toMatchObject({ state: 'whole', withFiles: false, askedByName: '系统（每夜）' });
  const sunday = await runInNight('2026-03-08T02:17:00+08:00');
  expect(sunday).toMatchObject({ state: 'whole', withFiles: true });
  const { verifiedAt, findings } = await readAuditAndBackupFigures(context.db);
  expect([verifiedAt, findings]).toEqual([clock.now.getTime() / 1000, 0]);
});
