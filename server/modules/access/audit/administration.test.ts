import { describe, expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { opinions } from '#contract/opinions.ts';
import { loginEvents } from '#contract/sign-ins.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { verifyPackages } from '#server/modules/cases/archive/service.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { type TestInput, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';
import { recordUnauditedRows, runVerification } from './service.ts';
import { claimVerification, finishVerification } from './verification.queries.ts';

const office = await testOffice();
const desk = openDesk(office);
const { context } = office;
const auditor = office.as('yuanyuan');
/** Refusals of all accounts except the audit administrator's. */
const others = { zhangwei: 403, wujianguo: 403, shenjie: 403, xiaohan: 403, tianye: 403, dongmei: 403 };
const order = await desk.start('zhangwei', petition(1));

const verify = async () => {
  office.clock.forward(1_000);
  const { id } = await auditor.done(audit.verify);
  await runVerification(context, verifyPackages(context));
  const { rows } = await auditor.done(audit.verifications);
  return rows.find((row) => row.id === id);
};

await recordUnauditedRows(context, undefined);
const item = context.db.selectFrom('business_items').where('task_code', '=', 'petition-letter');
const { summary } = await item.select('summary').executeTakeFirstOrThrow();
/** Changes an item directly in the database. */
const tamper = async (change: { summary: string }) =>
  void (await context.db
    .updateTable('business_items')
    .set(change)
    .where('task_code', '=', 'petition-letter')
    .execute());

let verification: Awaited<ReturnType<typeof verify>>;

describeCalls(office, audit, {
  list: {
    caller: 'yuanyuan',
    request: { query: { action: 'work-order', staffName: '张' } },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { startDate: '2026-02-30' } }),
        expectedProblems: [['startDate', '日期无法识别，请按“2026-11-20”填写']],
      },
    ],
    checkAnswer: ({ rows }) => {
      expect(rows[0]).toMatchObject({ action: 'work-order.start', objectId: order.id, staffName: '张伟' });
      expect(new Set(rows.map(({ action }) => action.split('.')[0]))).toEqual(new Set(['work-order']));
    },
  },
  export: {
    caller: 'yuanyuan',
    request: { body: { action: 'work-order' } },
    refusedFor: others,
    checkAnswer: ({ fileName, rows, content }) => {
      expect(fileName).toBe('审计记录-20260302.csv');
      expect(content.startsWith('\ufeff时间,操作人,')).toBe(true);
      expect(content.trim().split('\r\n')).toHaveLength(rows + 1);
      expect(content).toContain(order.id);
    },
  },
  verifications: {
    caller: 'yuanyuan',
    request: async (): Promise<TestInput> => {
      await verify();
      return {};
    },
    refusedFor: others,
    checkAnswer: ({ rows }) => {
      expect(rows[0]).toMatchObject({ state: 'whole', askedByName: '袁媛', findings: [], findingsInAll: 0 });
      expect(rows[0]?.links).toBeGreaterThan(0);
    },
  },
  verify: {
    caller: 'yuanyuan',
    request: {},
    refusedFor: others,
    checkAnswer: ({ id }) => expect(id).not.toBe(''),
  },
  acknowledge: {
    caller: 'yuanyuan',
    request: async (): Promise<TestInput> => {
      await tamper({ summary: '改过的说明' });
      verification ??= await verify();
      return { params: { mark: verification?.findings[0]?.mark ?? '' }, body: { reason: '按工单修正' } };
    },
    refusedFor: others,
    invalidInputs: [
      {
        makeInvalid: (right) => ({ ...right, body: { reason: ' ' } }),
        expectedProblems: [['reason', '请填写原因']],
      },
      {
        makeInvalid: (right) => ({ ...right, params: { mark: 'x' } }),
        expectedProblems: [['mark', '问题标识不正确']],
      },
    ],
    checkAnswer: async (_, { params }) => {
      const later = await verify();
      const { mark } = params ?? {};
      expect(later).toMatchObject({ state: 'whole', findingsInAll: 1, acknowledgedInAll: 1 });
      expect(later?.findings[0]).toMatchObject({ mark, acknowledged: { by: '袁媛', reason: '按工单修正' } });
      // A later change of the same object is another finding.
      await tamper({ summary: '又改过的说明' });
      expect(await verify()).toMatchObject({ state: 'broken', findingsInAll: 1, acknowledgedInAll: 0 });
      await tamper({ summary });
    },
  },
});

const securityRefusals = { zhangwei: 403, shenjie: 403, xiaohan: 403, tianye: 403, yuanyuan: 403 };

async function tryLogin(username: string, password: string): Promise<void> {
  const { body } = await office.call('/sys/captcha');
  const { captchaToken } = body.data as unknown as { captchaToken: string };
  await office.call('/login', { form: { username, password, verifyCode: 'A7K3', captchaToken } });
  await office.app.callObserver.flush();
}

describeCalls(office, loginEvents, {
  list: {
    caller: 'dongmei',
    request: async () => {
      await tryLogin('liuyang', 'Wrong-12345');
      await tryLogin('my-secret-typed-here', 'Wrong-12345');
      return {};
    },
    refusedFor: securityRefusals,
    invalidInputs: [
      {
        makeInvalid: () => ({ query: { event: 'audit.read' } }),
        expectedProblems: [['event', '不是可选的值']],
      },
    ],
    checkAnswer: async ({ rows }) => {
      expect(rows[1]).toMatchObject({
        event: 'login.failed',
        account: 'liuyang',
        staffName: '刘洋',
        count: 1,
      });
      expect(rows[0]?.account).toMatch(/^unknown:/);
      expect(new Set(rows.map(({ event }) => event))).toEqual(new Set(['login.failed']));
      const countRows = async (query: Record<string, string>) =>
        (await office.as('dongmei').done(loginEvents.list, { query })).total;
      expect(await countRows({ keyword: '刘洋' })).toBeGreaterThan(0);
      expect(await countRows({ keyword: 'ly' })).toBe(await countRows({ keyword: '刘洋' }));
      expect(await countRows({ keyword: '127.0.0' })).toBeGreaterThan(0);
      expect(await countRows({ keyword: 'nobody-here' })).toBe(0);
      expect(await countRows({ endDate: '2026-03-01' })).toBe(0);
      expect(await countRows({ event: 'login.limited' })).toBe(0);
    },
  },
});

describe('audit log verification', () => {
  test('runs once for two concurrent requests, and reports the tampered order', async () => {
    const [one, two] = await Promise.all([auditor.done(audit.verify), auditor.done(audit.verify)]);
    expect(two.id).toBe(one.id);
    await runVerification(context, verifyPackages(context));
    await context.db
      .updateTable('work_orders')
      .set({ title: '改过的标题' })
      .where('id', '=', order.id)
      .execute();
    expect(await verify()).toMatchObject({ state: 'broken', findingsInAll: 1 });
    const found = await verify();
    expect(found?.findings[0]?.text).toContain(`办件 ${order.code}：登记信息`);
  });

  test('takes over a run whose process was lost, and leaves a running one alone', async () => {
    const { id } = await auditor.done(audit.verify);
    const openAt = (heartbeatAt: Date) =>
      context.db
        .updateTable('audit_verifications')
        .set({ state: 'running', told_at: heartbeatAt })
        .where('id', '=', id)
        .execute();
    const stateOf = async () =>
      (await auditor.done(audit.verifications)).rows.find((row) => row.id === id)?.state;
    await openAt(new Date());
    await runVerification(context, verifyPackages(context));
    expect(await stateOf()).toBe('running');
    await openAt(new Date(Date.now() - 600_000));
    await runVerification(context, verifyPackages(context));
    expect(await stateOf()).toBe('broken');
  });

  test('stores no late result of a run that was given up', async () => {
    const { id } = await auditor.done(audit.verify);
    await claimVerification(context.db, 300);
    await context.db
      .updateTable('audit_verifications')
      .set({ told_at: new Date(Date.now() - 600_000) })
      .where('id', '=', id)
      .execute();
    await runVerification(context, verifyPackages(context));
    const stateOf = async () =>
      (await auditor.done(audit.verifications)).rows.find((row) => row.id === id)?.state;
    const finalState = await stateOf();
    const emptyResult = {
      links: 1,
      orders: 0,
      files: 0,
      anchors: 0,
      findings: [],
      findingsInAll: 0,
      acknowledgedInAll: 0,
    };
    const isFirst = await inTransaction(context.db, (tx) =>
      finishVerification(tx, id, { ...emptyResult, state: 'whole', lastAnchorHash: '' }, context.now()),
    );
    expect(isFirst).toBe(false);
    expect(await stateOf()).toBe(finalState);
  });
});

test('a date filter covers the whole day in China, and an action filter covers the whole action family', async () => {
  await office.as('liuyang').done(opinions.addAll, { body: { opinions: [{ content: '同意', sort: 1 }] } });
  const countRows = async (query: Record<string, string>) =>
    (await auditor.done(audit.list, { query })).total;
  expect(await countRows({ action: 'opinion', startDate: '2026-03-02', endDate: '2026-03-02' })).toBe(1);
  expect(await countRows({ action: 'opinion', startDate: '2026-03-03' })).toBe(0);
  expect(await countRows({ action: 'opin' })).toBe(0);
});
