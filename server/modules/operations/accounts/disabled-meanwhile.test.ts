import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { fieldSheet, forms } from '#contract/forms.ts';
import { holidays } from '#contract/holidays.ts';
import { itemSheet, items, paperSheet } from '#contract/items.ts';
import { loginPolicy } from '#contract/login-policy.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officePosts, postSheet } from '#contract/office-parts.ts';
import { processes, stepSheet } from '#contract/processes.ts';
import { session } from '#contract/session.ts';
import { sessions } from '#contract/sign-ins.ts';
import { Permission } from '#domain/access/actor.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { hasPermissionNow } from '#server/modules/access/rights/service.ts';
import { openSession, testOffice } from '#test/world/office.ts';
import { setDisabled } from './queries.ts';

const office = await testOffice({ max: 40 });
const { db } = office.context;
const disabledPerson = office.as('pengbo');
await db
  .insertInto('staff_roles')
  .values(
    ['system-admin', 'security-admin', 'config-admin'].map((role_code) => ({
      staff_id: 'staff-pengbo',
      role_code,
    })),
  )
  .execute();
await openSession(office, 'zhangwei');
await db
  .insertInto('second_factors')
  .values({ staff_id: 'staff-lina', secret_sealed: 'x', last_step: 0, enrolled_at: office.clock.now })
  .execute();

const openSessionOf = async (staffId: string) =>
  await db
    .selectFrom('sessions')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
const policy = {
  passwordMaxAgeDays: null,
  passwordWarnDays: 7,
  secondFactorAfterSignOn: false,
  obligedRoles: [],
};

await db.insertInto('business_categories').values({ id: 'spare', name: '空类', sort_by: 99 }).execute();

const place = { areaCode: '330127', address: '', phone: '' };
/** The current configuration, exported and previewed: importing it would change nothing and be accepted. */
const { file } = await disabledPerson.done(postSheet.exportRows);
const posts = { file, digest: (await disabledPerson.done(postSheet.preview, { body: { file } })).digest };
const bundle = await disabledPerson.done(configurationBundle.exportBundle, { query: { parts: 'posts' } });
const check = await disabledPerson.done(configurationBundle.preview, {
  body: { file: bundle.file, parts: ['posts'] },
});
const ownBundle = { file: bundle.file, parts: ['posts'], digest: check.digest };

const { settings } = await disabledPerson.done(items.read, { query: { taskCode: 'petition-letter' } });
const { model } = await disabledPerson.done(forms.version, { query: { id: 'petition-letter:1' } });
const { globalConfig, ...rest } = model as FormModel;
const renamedForm = JSON.stringify({ ...rest, globalConfig: { ...globalConfig, title: '迟到的表' } });
const { xml } = await disabledPerson.done(processes.xml, { params: { id: 'petition-letter:1' } });

/** Spreadsheets of the configuration administrator's data, unchanged. */
const sheets = await Promise.all(
  [fieldSheet, itemSheet, paperSheet, stepSheet].map(async ({ exportRows, preview, apply }) => {
    const body = { file: (await disabledPerson.done(exportRows)).file };
    const { digest } = await disabledPerson.done(preview, { body });
    return () => disabledPerson.call(apply, { body: { ...body, digest } });
  }),
);

const steps: Record<string, () => Promise<{ body: { errcode: number } }>> = {
  'enables their own account': () => disabledPerson.call(accounts.enable, { params: { id: 'staff-pengbo' } }),
  'removes the roles that need a second factor': () =>
    disabledPerson.call(loginPolicy.save, { body: policy }),
  'removes the second factor of a person': () =>
    disabledPerson.call(loginPolicy.reset, { params: { id: 'staff-lina' }, body: { reason: '试' } }),
  'ends a session of a person': async () => {
    const current = await openSessionOf('staff-zhangwei');
    return disabledPerson.call(sessions.end, { params: { id: current?.id ?? '' } });
  },
  'adds an organisation': () =>
    disabledPerson.call(officeOrganisations.create, {
      body: { ...place, code: 'late', name: '迟到局', kind: 'organisation', parentId: '10002' },
    }),
  'moves an organisation': () =>
    disabledPerson.call(officeOrganisations.move, {
      params: { id: '330127-xfj' },
      body: { parentId: '10002', before: null },
    }),
  'adds a post': () =>
    disabledPerson.call(officePosts.create, {
      body: { code: 'late', name: '迟到岗', orgId: null, sortBy: 0 },
    }),
  'imports a spreadsheet': () => disabledPerson.call(postSheet.apply, { body: posts }),
  'imports a configuration bundle': () => disabledPerson.call(configurationBundle.apply, { body: ownBundle }),
  'publishes a form': () => disabledPerson.call(forms.publish, { body: { json: renamedForm } }),
  'publishes a process': () =>
    disabledPerson.call(processes.publish, { body: { xml: xml.replace('群众来信办理', '迟到的流程') } }),
  'publishes an item': () =>
    disabledPerson.call(items.publish, { body: { ...settings, summary: '迟到的简介' } }),
  'disables an item': () => disabledPerson.call(items.disable, { body: { taskCode: 'petition-letter' } }),
  'adds a category': () => disabledPerson.call(items.saveCategory, { body: { name: '迟到类', sortBy: 1 } }),
  'deletes a category': () => disabledPerson.call(items.removeCategory, { body: { id: 'spare' } }),
  'adds a holiday': () =>
    disabledPerson.call(holidays.set, {
      body: { from: '2026-06-01', to: '2026-06-01', kind: 'holiday', name: '迟到日', effectKey: '' },
    }),
  'ends all sessions of a person': () =>
    disabledPerson.call(sessions.endAllOf, { params: { staffId: 'staff-zhangwei' } }),
};

test.each(Object.entries(steps))(
  'a person disabled while the request waits is refused: %s',
  async (_what, step) => {
    await inTransaction(db, (tx) => setDisabled(tx, 'staff-pengbo', null));
    await disabledPerson.done(session.currentUser);
    // A change by another person has the lock, and disables the person whose request waits.
    const { promise: mayFinish, resolve: allowFinish } = Promise.withResolvers<void>();
    const { promise: lockTaken, resolve: reportLock } = Promise.withResolvers<void>();
    const disabling = inTransaction(db, async (tx) => {
      await hasPermissionNow(tx, 'staff-tianye', Permission.manageStaff);
      reportLock();
      await mayFinish;
      await setDisabled(tx, 'staff-pengbo', office.context.now());
    });
    await lockTaken;
    const request = step();
    let answered = false;
    void request.finally(() => {
      answered = true;
    });
    while (!answered && !(await isLockWaitedFor())) await new Promise((resolve) => setTimeout(resolve, 20));
    allowFinish();
    await disabling;
    expect((await request).body.errcode).toBe(403);
    const { disabled_at } = await db
      .selectFrom('staff')
      .select('disabled_at')
      .where('id', '=', 'staff-pengbo')
      .executeTakeFirstOrThrow();
    expect(disabled_at).not.toBeNull();
    expect(await openSessionOf('staff-zhangwei')).toBeDefined();
  },
);

/** Returns the number of deadlocks; a deadlock is retried, so it is not visible in answers. */
async function deadlocks(): Promise<number | undefined> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks::int from pg_stat_database
    where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks;
}

test('all these actions and spreadsheet imports run concurrently without a deadlock', async () => {
  await inTransaction(db, (tx) => setDisabled(tx, 'staff-pengbo', null));
  const before = await deadlocks();
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([...sheets, ...Object.values(steps)].map((step) => step()));
    // Some are refused because of the changes of others.
    expect(answers.filter(({ body }) => body.errcode === 0).length).toBeGreaterThan(5);
  }
  expect(await deadlocks()).toBe(before);
});

async function isLockWaitedFor(): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}
