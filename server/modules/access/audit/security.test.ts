import { describe, expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { session } from '#contract/session.ts';
import { Permission } from '#domain/access/actor.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import type { CallOutcome } from '#server/framework/routing/call-observer.ts';
import type { Log } from '#server/kernel/log/log.ts';
import { addPeople, testPassword, testPortal } from '#test/world/portal.ts';
import { createSecurityObserver } from './security-observer.ts';
import { verifyAudit } from './verify.ts';

const portal = await testPortal();
await addPeople(portal, [
  { account: 'auditor', name: '袁媛', permissions: [Permission.readAudit] },
  { account: 'clerk', name: '张伟' },
  { account: 'gone', name: '离职', disabled: true },
]);
const { context } = portal;

async function tryLogin(username: string, password: string, verifyCode = 'A7K3'): Promise<void> {
  const { body } = await portal.call('/sys/captcha');
  const { captchaToken } = body.data as unknown as { captchaToken: string };
  await portal.call('/login', {
    form: { username, password, verifyCode, captchaToken },
    headers: { 'user-agent': 'test browser' },
  });
}

interface EventRow {
  action: string;
  staff_id: string | null;
  object_kind: string;
  object_id: string;
  detail: Record<string, unknown>;
}

/** Returns the events of the work, after they are written. */
async function eventsOf(work: () => Promise<unknown>): Promise<EventRow[]> {
  await portal.app.callObserver.flush();
  const before = await lastSeq();
  await work();
  await portal.app.callObserver.flush();
  const rows = await context.db
    .selectFrom('audit_links')
    .select(['action', 'staff_id', 'object_kind', 'object_id', 'detail'])
    .where('chain', '=', 'security')
    .where('seq', '>', before)
    .orderBy('seq')
    .execute();
  return rows as EventRow[];
}

async function lastSeq(): Promise<number> {
  const head = await context.db
    .selectFrom('audit_heads')
    .select('seq')
    .where('chain', '=', 'security')
    .executeTakeFirst();
  return head?.seq ?? 0;
}

describe('security events', () => {
  test('record a failed login with account and address', async () => {
    const [event, ...more] = await eventsOf(() => tryLogin('clerk', 'Wrong-12345'));
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      action: 'security.login.failed',
      staff_id: null,
      object_kind: 'account',
      object_id: 'clerk',
      detail: {
        outcome: 'refused',
        address: '127.0.0.1',
        userAgent: 'test browser',
        code: 'wrongCredentials',
      },
    });
  });

  test('never store the text typed as an unknown account, for it may be a password', async () => {
    const events = await eventsOf(() => tryLogin('My-Secret-99', 'x'));
    expect(events).toMatchObject([
      { action: 'security.login.failed', object_id: expect.stringMatching(/^unknown:/) },
    ]);
    expect(JSON.stringify(events)).not.toContain('My-Secret-99');
  });

  test('distinguish a success, a wrong captcha and a disabled account', async () => {
    const events = await eventsOf(async () => {
      await tryLogin('clerk', testPassword);
      await tryLogin('clerk', testPassword, 'ZZZZ');
      await tryLogin('gone', testPassword);
    });
    expect(events.map(({ action, object_id }) => [action, object_id])).toEqual([
      ['security.login.succeeded', 'clerk'],
      ['security.login.captcha-failed', 'clerk'],
      ['security.login.disabled', 'gone'],
    ]);
  });

  test('record a login refused by the rate limit', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 7; count += 1) await tryLogin('nobody', 'x');
    });
    expect(events.at(-1)?.action).toBe('security.login.limited');
  });

  test('record a failed password change', async () => {
    const token = await portal.signIn('clerk');
    const events = await eventsOf(() =>
      portal.call(session.changePassword.path, {
        token,
        method: 'POST',
        query: { mark: 'password', method: 'put' },
        form: { oldpassword: 'Wrong-12345', password: 'New-Cloud-9', mobile: '' },
      }),
    );
    expect(events[0]).toMatchObject({
      action: 'security.password.change-failed',
      object_kind: 'account',
      object_id: 'clerk',
    });
  });

  test('record a call refused for lack of permission, with the person', async () => {
    const token = await portal.signIn('clerk');
    const events = await eventsOf(() => portal.call(audit.list.path, { token }));
    expect(events).toMatchObject([
      {
        action: 'security.call.forbidden',
        staff_id: 'clerk',
        object_id: 'GET /api/audit',
        detail: { code: 'forbidden' },
      },
    ]);
  });

  test('record who read the audit log, with the filters', async () => {
    const token = await portal.signIn('auditor');
    const events = await eventsOf(() => portal.call(audit.list.path, { token, query: { staffId: 'clerk' } }));
    expect(events).toMatchObject([
      {
        action: 'security.audit.read',
        staff_id: 'auditor',
        object_kind: 'audit',
        detail: { staffId: 'clerk' },
      },
    ]);
  });

  test('record nothing for an ordinary call', async () => {
    const token = await portal.signIn('clerk');
    expect(await eventsOf(() => portal.call(session.currentUser.path, { token }))).toEqual([]);
  });
});

const failedLogin = (ip: string, more: Partial<CallOutcome> = {}): CallOutcome => ({
  endpoint: session.login,
  actor: undefined,
  input: { params: {}, query: {}, body: { username: 'clerk' } },
  refusal: refuse('wrongCredentials'),
  ip,
  userAgent: 'test client',
  requestId: 'request',
  ...more,
});

describe('the security observer', () => {
  const lines: object[] = [];
  const log: Log = { ...context.log, info: (fields) => void lines.push(fields) };
  const watch = createSecurityObserver({ ...context, log });

  test('writes twenty events per minute from one address and counts the rest', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 1_000; count += 1) watch.record(failedLogin('10.0.0.1'));
      await watch.flush();
    });
    expect(events).toHaveLength(21);
    expect(events.at(-1)?.detail).toMatchObject({ count: 980, address: '10.0.0.1' });
  });

  test('writes six hundred events per minute from all addresses, and counts the rest completely', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 3_000; count += 1)
        watch.record(failedLogin(`10.1.${Math.floor(count / 250)}.${count % 250}`));
      await watch.flush();
    });
    expect(events).toHaveLength(601);
    expect(events.at(-1)?.detail.count).toBe(2_400);
  });

  test('names the known accounts among the counted events, and only the number of unknown ones', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 30; count += 1)
        watch.record(
          failedLogin('10.8.0.1', { input: { params: {}, query: {}, body: { username: `Guess-${count}` } } }),
        );
      watch.record(failedLogin('10.8.0.1'));
      await watch.flush();
    });
    expect(events.at(-1)?.detail).toMatchObject({ count: 11, accounts: ['clerk'], unknownAccounts: 10 });
    expect(JSON.stringify(events)).not.toContain('Guess-');
  });

  test('records one reading of the audit log for all its pages, and another one for other filters or later', async () => {
    const actor = { staffId: 'auditor', name: '袁媛', account: 'auditor' } as CallOutcome['actor'];
    const events = await eventsOf(async () => {
      const read = (query: object) =>
        watch.record({
          ...failedLogin('10.8.0.1'),
          endpoint: audit.list,
          actor,
          refusal: undefined,
          input: { params: {}, query, body: {} },
        });
      for (const page of ['1', '2', '1']) read({ page, size: '10', startDate: '2026-03-01' });
      read({ page: '1', size: '10', startDate: '2026-03-01', staffName: '徐军' });
      await watch.flush();
      read({ page: '3', size: '10', startDate: '2026-03-01' });
      portal.clock.forward(10 * 60_000);
      read({ page: '1', size: '20', startDate: '2026-03-01' });
      await watch.flush();
    });
    const filters = events.map(({ detail: { staffName, startDate, page } }) => [startDate, staffName, page]);
    expect(filters).toEqual([
      ['2026-03-01', undefined, undefined],
      ['2026-03-01', '徐军', undefined],
      ['2026-03-01', undefined, undefined],
    ]);
  });

  test('records staff actions and a successful login during a flood of failed logins', async () => {
    const auditor = { staffId: 'auditor', name: '袁媛', account: 'auditor' } as CallOutcome['actor'];
    const events = await eventsOf(async () => {
      for (let count = 0; count < 1_000; count += 1)
        watch.record(failedLogin(`10.9.${Math.floor(count / 250)}.${count % 250}`));
      watch.record(failedLogin('10.9.0.1', { refusal: undefined }));
      watch.record({ ...failedLogin('10.9.0.2'), endpoint: audit.list, actor: auditor, refusal: undefined });
      await watch.flush();
    });
    expect(events.map(({ action, object_id }) => [action, object_id])).toEqual(
      expect.arrayContaining([
        ['security.login.succeeded', 'clerk'],
        ['security.audit.read', ''],
      ]),
    );
  });

  test('writes every login of an office that has one address', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 60; count += 1)
        watch.record(
          failedLogin('10.10.0.1', {
            refusal: undefined,
            input: { params: {}, query: {}, body: { username: `clerk-${count}` } },
          }),
        );
      await watch.flush();
    });
    expect(events).toHaveLength(60);
  });

  test('treats a 64-bit network as one address', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 100; count += 1)
        watch.record(failedLogin(`2001:db8:1:2::${count.toString(16)}`));
      await watch.flush();
    });
    expect(events).toHaveLength(21);
  });

  test('starts a new count each minute', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 30; count += 1) watch.record(failedLogin('10.2.0.1'));
      portal.clock.forward(60_000);
      for (let count = 0; count < 5; count += 1) watch.record(failedLogin('10.2.0.1'));
      await watch.flush();
    });
    expect(events.map(({ detail }) => detail.count ?? 1)).toEqual([
      ...Array(20).fill(1),
      10,
      ...Array(5).fill(1),
    ]);
  });

  test('writes each event as one log line with stable field names', async () => {
    lines.length = 0;
    watch.record(failedLogin('10.3.0.1'));
    watch.record(
      failedLogin('10.3.0.1', { input: { params: {}, query: {}, body: { username: 'My-Secret-99' } } }),
    );
    await watch.flush();
    expect(lines).toEqual([
      {
        time: context.now().toISOString(),
        event: 'login.failed',
        outcome: 'refused',
        account: 'clerk',
        address: '10.3.0.1',
        userAgent: 'test client',
        requestId: 'request',
        call: 'POST /login',
        code: 'wrongCredentials',
        count: 1,
        asked: {},
      },
      expect.objectContaining({ account: expect.stringMatching(/^unknown:/) }),
    ]);
  });

  test('writes one valid chain from two concurrent processes', async () => {
    const other = createSecurityObserver(context);
    const events = await eventsOf(async () => {
      for (let count = 0; count < 200; count += 1)
        (count % 2 ? watch : other).record(failedLogin(`10.4.0.${count}`));
      await Promise.all([watch.flush(), other.flush()]);
    });
    expect(events).toHaveLength(200);
    expect((await verifyAudit(context.db, context.crypto)).findings).toEqual([]);
  });

  test('keeps its events while the database is unavailable', async () => {
    const events = await eventsOf(async () => {
      await portal.database.pool.query('alter table audit_heads rename to audit_heads_away');
      watch.record(failedLogin('10.5.0.1'));
      await watch.flush();
      await portal.database.pool.query('alter table audit_heads_away rename to audit_heads');
      await watch.flush();
    });
    expect(events).toHaveLength(1);
  });

  test('stores invalid input that contains NUL or half a character', async () => {
    const cut = `${'a'.repeat(63)}😀`;
    const events = await eventsOf(async () => {
      const refusal = refuse('forbidden');
      watch.record({
        ...failedLogin('10.6.0.1'),
        endpoint: audit.list,
        refusal,
        input: { params: { id: '\u0000' }, query: {}, body: {} },
      });
      watch.record({
        ...failedLogin('10.6.0.1'),
        endpoint: audit.list,
        refusal,
        input: { params: { id: cut }, query: {}, body: {} },
      });
      watch.record({
        ...failedLogin('10.6.0.1'),
        input: { params: {}, query: {}, body: { username: 'a\u0000b' } },
      });
      await watch.flush();
    });
    expect(events.map(({ detail }) => detail.id)).toEqual(['\ufffd', `${'a'.repeat(63)}\ufffd`, undefined]);
  });

  test('writes the other events when the database rejects one of them', async () => {
    const events = await eventsOf(async () => {
      for (const name of ['10.7.0.1', '10.7.0.2', '10.7.0.3']) {
        const outcome = failedLogin(name);
        watch.record(name.endsWith('2') ? { ...outcome, requestId: '\u0000' } : outcome);
      }
      await watch.flush();
    });
    expect(events.map(({ detail }) => detail.address)).toEqual(['10.7.0.1', '10.7.0.3']);
  });
});
