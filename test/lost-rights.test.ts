import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { archiveHandOvers } from '#contract/archive-hand-overs.ts';
import { documentTemplates } from '#contract/document-templates.ts';
import { postSheet } from '#contract/office-parts.ts';
import { Permission } from '#domain/access/actor.ts';
import { addDays, localDateOf } from '#domain/calendar/local-date.ts';
import { TransactionType } from '#domain/enumerations/payment.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { lockAccounts } from '#server/modules/access/rights/service.ts';
import { setDisabled } from '#server/modules/operations/accounts/queries.ts';
import { nameOf } from './access/all-endpoints.ts';
import { sampleInput } from './access/sample-input.ts';
import { openArchiveDesk } from './world/archive-desk.ts';

/**
 * Tests that a waiting request of a person who is disabled meanwhile changes nothing (docs/decisions/0085).
 * The tests are generated from the mounted calls: a new changing call of an administrator is tested without a
 * line here, and a permission for which this file names no administrator fails.
 */

const { office, archivist, archivePetition: archivedOrder } = await openArchiveDesk();
const { db } = office.context;
const { app } = office;

/**
 * Permissions for actions on orders: these are checked on the order when it is written, without a queue of
 * their own (0050).
 */
const orderPermissions: readonly string[] = [Permission.initiate, Permission.revealApplicant];

const administrators: Record<string, string> = {
  [Permission.manageSecurity]: 'dongmei',
  [Permission.manageRole]: 'dongmei',
  [Permission.manageStaff]: 'tianye',
  [Permission.manageOrganisation]: 'tianye',
  [Permission.operateSystem]: 'tianye',
  [Permission.readAudit]: 'yuanyuan',
  [Permission.publishProcess]: 'xiaohan',
  [Permission.publishForm]: 'xiaohan',
  [Permission.publishRule]: 'xiaohan',
  [Permission.publishItem]: 'xiaohan',
  [Permission.manageCalendar]: 'xiaohan',
  [Permission.manageTemplates]: 'xiaohan',
  [Permission.manageDocuments]: 'xiaohan',
  [Permission.administer]: 'shenjie',
  [Permission.reconcilePayments]: 'shenjie',
  [Permission.readArchive]: 'fangning',
  [Permission.manageArchive]: 'fangning',
};

const order = await archivedOrder();
const handOver = await archivist.done(archiveHandOvers.prepare, {
  body: { receiver: '淳安县档案馆', ids: [order.id] },
});
const [template] = (await office.as('xiaohan').done(documentTemplates.list, { query: {} })).rows;
const handOverId = office.context.newId();
await db
  .insertInto('hand_overs')
  .values({
    id: handOverId,
    from_id: 'staff-xujun',
    reason: '徐军调离',
    started_by_id: 'staff-shenjie',
    started_by_name: '沈洁',
    started_at: office.clock.now,
  })
  .execute();

const paymentDay = '2026-03-02';
const [paymentId, differenceId] = [office.context.newId(), office.context.newId()];
await insertPaymentDifference();

/** Inserts a code that was opened now, and a difference of its payment in the bill of a day. */
async function insertPaymentDifference(): Promise<void> {
  const now = office.clock.now;
  const expiresAt = new Date(now.getTime() + 900_000);
  await sql`insert into payments
      (id, number, workorder_id, record_number, payer, lines, total, state, created_at, created_by_name, changed_at)
    values (${paymentId}, '1', ${order.id}, 1, '', '[]', 100, '0', ${now}, '', ${now})`.execute(db);
  await sql`insert into payment_tries
      (id, payment_id, place, gateway, out_no, amount, state, expires_at, opened_at, opened_by)
    values (${paymentId}, ${paymentId}, 1, 'simulator', '101', 100, 'open', ${expiresAt}, ${now}, '')`.execute(
    db,
  );
  await sql`insert into payment_days (gateway, day, bill, digest, fetched_at, ours, theirs, refunds)
    values ('simulator', ${paymentDay}, '[]', '', ${now}, 100, 0, 0)`.execute(db);
  await sql`insert into payment_day_rows
      (id, gateway, day, kind, type, out_no, transaction_id, ours, state, found_at)
    values (${differenceId}, 'simulator', ${paymentDay}, 'missing-there', ${TransactionType.pay}, '101', '', 100, 'open',
      ${now})`.execute(db);
}

/**
 * Objects that must exist for a call to begin its work; all others may be missing, because the permission is
 * checked first.
 */
const knownInput: Record<string, object> = {
  'POST /api/archive/entries/:id/look': { id: order.id },
  'POST /api/archive/entries/:id/take': { id: order.id },
  'POST /api/archive/entries/:id/check': { id: order.id },
  'POST /api/archive/hand-overs': { ids: [order.id] },
  'POST /api/archive/hand-overs/:id/take': { id: handOver.id },
  'POST /api/archive/appraisals': { ids: [order.id], outcome: 'keep', period: 'D10' },
  'POST /api/administration/hand-overs/:id/move': { id: handOverId },
  'POST /api/administration/document-templates/draft': { taskCode: template?.taskCode },
  'POST /api/administration/document-templates/publish': { id: template?.id },
  'POST /api/administration/document-templates/withdraw': { id: template?.id },
  'POST /api/payments/days/:day/fetch': { day: paymentDay },
  'POST /api/payments/days/:day/close': { day: paymentDay },
  'POST /api/payments/day-rows/:id/hold': {
    id: differenceId,
    until: addDays(localDateOf(office.clock.now), 1),
  },
  'POST /api/payments/day-rows/:id/settle': { id: differenceId },
  'POST /api/payments/day-rows/:id/recheck': { id: differenceId },
  // More than the days of the warning.
  'POST /api/administration/login-policy': { passwordMaxAgeDays: 90 },
  'POST /api/administration/holidays': { from: '2026-10-08', to: '2026-10-08' },
  'POST /api/administration/holidays/remove': { from: '2026-10-08', to: '2026-10-08' },
};

const calls = app.mounted.flatMap(({ endpoint, access }) =>
  endpoint.mutates && access.permission !== undefined && !orderPermissions.includes(access.permission)
    ? [{ name: nameOf(endpoint), endpoint, permission: access.permission }]
    : [],
);

/** Returns a valid spreadsheet: the current export. */
async function sheetOf(path: string, account: string): Promise<object> {
  const exportPath = path.endsWith('/apply') && path.replace(/apply$/, 'present');
  if (!exportPath) return {};
  const { body } = await office.as(account).call({ ...postSheet.exportRows, path: exportPath });
  return { file: (body.data as unknown as { file: string }).file };
}

/** Counts the audit records of the person; a refusal is recorded in a separate chain (0024). */
const countAuditRecords = async (staffId: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_links
    where staff_id = ${staffId} and chain <> 'security'`.execute(db);
  return rows[0]?.count;
};

/**
 * Returns the locks that a request holds while it waits for its turn, except those of the office, which come
 * first, and of its own key.
 */
async function locksWhileWaiting(request: Promise<unknown>): Promise<string[]> {
  let answered = false;
  void request.finally(() => {
    answered = true;
  });
  while (!answered) {
    const { rows } = await sql<{ held: string[] }>`
      select array(
        select coalesce(h.relation::regclass::text, 'lock ' || h.objid) || ' ' || h.mode from pg_locks h
        where h.pid = w.pid and h.granted and (
          h.locktype = 'advisory' and h.objid::bigint <> (hashtext('what the office is made of')::bigint & 4294967295)
          or h.locktype = 'relation' and h.mode not in ('AccessShareLock')
            and h.relation not in (select 'idempotency_keys'::regclass union all
              select indexrelid from pg_index where indrelid = 'idempotency_keys'::regclass))
        order by 1) as held
      from pg_locks w where not w.granted and w.locktype = 'advisory'
        and w.database = (select oid from pg_database where datname = current_database())`.execute(db);
    if (rows[0]) return rows[0].held;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return ['no turn was waited for'];
}

test('every permission of an administrator call has a known administrator', () => {
  expect(calls.length).toBeGreaterThan(70);
  expect(calls.filter(({ permission }) => administrators[permission] === undefined)).toEqual([]);
});

test.each(calls)('$name', async ({ name, endpoint, permission }) => {
  const account = administrators[permission] ?? '';
  const staffId = `staff-${account}`;
  await inTransaction(db, (tx) => setDisabled(tx, staffId, null));
  const known = { ...knownInput[name], ...(await sheetOf(endpoint.path, account)) };
  const input = sampleInput(endpoint, known);
  const before = await countAuditRecords(staffId);

  const { promise: mayContinue, resolve: continueDisabling } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: reportLock } = Promise.withResolvers<void>();
  const disabling = inTransaction(db, async (tx) => {
    await lockAccounts(tx);
    reportLock();
    await mayContinue;
    await setDisabled(tx, staffId, office.context.now());
  });
  await isLocked;
  const waiting = office.as(account).call(endpoint, input);
  const heldLocks = await locksWhileWaiting(waiting);
  continueDisabling();
  await disabling;
  expect(await waiting.then(({ body }) => body)).toMatchObject({ errcode: 403 });
  expect(await countAuditRecords(staffId)).toBe(before);
  // It holds no lock that the next request could wait for.
  expect(heldLocks).toEqual([]);
});
