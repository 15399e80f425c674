import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { handling } from '#contract/handling.ts';
import { initiation } from '#contract/initiation.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { waitForBlockedQuery } from '#test/world/database.ts';
import { openDesk, type StartedOrder } from '#test/world/desk.ts';
import { testOffice } from '#test/world/office.ts';
import type { TestResponse } from '#test/world/portal.ts';
import { petition, proposal } from '#test/world/start-data.ts';

const office = await testOffice({ max: 16 });
const { db } = office.context;
const desk = openDesk(office);
let lastNumber = 0;
const nextPetition = () => petition(++lastNumber);

afterEach(async () => {
  expect(await checkInvariants(db)).toEqual([]);
});

function actionsOf(order: StartedOrder) {
  return db
    .selectFrom('work_order_events')
    .select('action')
    .where('workorder_id', '=', order.id)
    .orderBy('version')
    .execute()
    .then((rows) => rows.map(({ action }) => action));
}

const refusalOf = ({ status, body }: TestResponse) => `${status} ${body.errmsg ?? ''}`;

describe('an idempotency key', () => {
  test('returns the same answer byte for byte and does nothing the second time', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const key = randomUUID();
    const first = await office.as('liuyang').call(handling.handle, { body, key });
    office.clock.forward(3_600_000);
    const second = await office.as('liuyang').call(handling.handle, { body, key });
    expect(first.body.errcode).toBe(0);
    expect(second.text).toBe(first.text);
    expect(await actionsOf(order)).toEqual(['start', 'handle']);
  });

  test('returns the same answer after others have acted on the order', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const key = randomUUID();
    const first = await office.as('liuyang').call(handling.handle, { body, key });
    await desk.press('zhaomin', order, 'examine', 'decline', { workorderForms: [rejection] });
    const second = await office.as('liuyang').call(handling.handle, { body, key });
    expect(second.text).toBe(first.text);
  });

  test('is refused with different content', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const key = randomUUID();
    await office.as('liuyang').done(handling.handle, { body, key });
    const other = await office
      .as('liuyang')
      .call(handling.handle, { body: { ...body, handlerOpinion: '另一个意见' }, key });
    expect(refusalOf(other)).toBe('409 该请求已用于另一项操作，请刷新页面后重试');
  });

  test('of another person counts as a different key', async () => {
    const [one, two] = [
      await desk.start('zhangwei', nextPetition()),
      await desk.start('zhangwei', nextPetition()),
    ];
    const key = randomUUID();
    await office
      .as('liuyang')
      .done(handling.handle, { body: await desk.pressBody(one, 'receive', 'receive'), key });
    await office
      .as('lina')
      .done(handling.handle, { body: await desk.pressBody(two, 'receive', 'receive'), key });
  });

  test('can be used again after a refusal', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    await desk.press('liuyang', order, 'receive', 'receive');
    const key = randomUUID();
    const body = await desk.pressBody(order, 'examine', 'accept', { handlerOpinion: '' });
    const refusal = await office.as('zhaomin').call(handling.handle, { body, key });
    expect(refusalOf(refusal)).toBe('400 【处理意见】填写处理意见');
    const correctedBody = { ...body, handlerOpinion: '予以受理' };
    await office.as('zhaomin').done(handling.handle, { body: correctedBody, key });
  });

  test('sent twenty times concurrently has one effect and one answer', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => office.as('liuyang').call(handling.handle, { body, key })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.errcode).toBe(0);
    expect(await actionsOf(order)).toEqual(['start', 'handle']);
  });

  test('of an initiation sent twenty times concurrently starts one order', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { start } = nextPetition();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          office.as('zhangwei').call(initiation.initiate, { body: start, key }),
        ),
      );
      // The repetitions may collide at the row of the duplicate check before the key: still one answer for all.
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.body.errcode).toBe(0);
    }
  });

  test('used for two orders concurrently is accepted for one and refused for the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const orders = [
        await desk.start('zhangwei', nextPetition()),
        await desk.start('zhangwei', nextPetition()),
      ];
      const bodies = await Promise.all(orders.map((order) => desk.pressBody(order, 'receive', 'receive')));
      const key = randomUUID();
      const answers = await Promise.all(
        bodies.map((body) => office.as('liuyang').call(handling.handle, { body, key })),
      );
      expect(answers.map(refusalOf).sort()).toEqual(['200 ', '409 该请求已用于另一项操作，请刷新页面后重试']);
    }
  });

  test('is optional: the same handling without a key gets the same answer byte for byte (S1 §7)', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const send = () => office.as('liuyang').call(handling.handle, { body, key: null });
    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();
    expect(first.status, first.text).toBe(200);
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect(await actionsOf(order)).toEqual(['start', 'handle']);
  });

  test('is optional for the same request at a later visit of the node', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const handle = async () => {
      const body = await desk.pressBody(order, 'receive', 'receive');
      return office.as('liuyang').call(handling.handle, { body, key: null });
    };
    expect((await handle()).status).toBe(200);
    await desk.press('zhaomin', order, 'examine', 'return', { backNodeIds: 'receive' });
    expect((await handle()).status).toBe(200);
    expect(await actionsOf(order)).toEqual(['start', 'handle', 'return', 'handle']);
  });

  test('is optional for a second recall after a resubmission', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const recall = () =>
      office
        .as('zhangwei')
        .call(handling.recall, { params: { workorderCode: order.code }, body: { reason: '' }, key: null });
    const first = await recall();
    expect((await recall()).text).toBe(first.text);
    await desk.resubmit('zhangwei', order);
    expect((await recall()).status).toBe(200);
    expect(await actionsOf(order)).toEqual(['start', 'recall', 'resubmit', 'recall']);
  });

  test('is optional for an initiation; the same request twenty minutes later starts another order', async () => {
    const proposalBody = { ...proposal(++lastNumber).start };
    const start = () => office.as('fenglei').call(initiation.initiate, { body: proposalBody, key: null });
    const first = await start();
    expect(first.status, first.text).toBe(200);
    expect((await start()).text).toBe(first.text);
    office.clock.forward(20 * 60_000);
    const later = await start();
    expect(later.status, later.text).toBe(200);
    expect(later.text).not.toBe(first.text);
  });

  test('is refused when its format is invalid', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const refusal = await office.as('liuyang').call(handling.handle, { body, key: 'a b' });
    expect(refusal.body.problems).toEqual([{ field: 'idempotency-key', message: '幂等键格式不正确' }]);
  });
});

const rejection = {
  formId: 'petition-letter:1',
  content: { acceptResult: 'reject', rejectReason: '不属于信访事项受理范围' },
};

describe('concurrent actions on one order', () => {
  test('one of three who handle the same task succeeds, the others get 该环节已被办理', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await desk.start('zhangwei', nextPetition());
      const body = await desk.pressBody(order, 'receive', 'receive');
      const answers = await Promise.all(
        ['liuyang', 'lina', 'zhangwei'].map((person) => office.as(person).call(handling.handle, { body })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200);
      expect(others.map(refusalOf)).toEqual(Array.from({ length: 2 }, () => '409 该环节已被办理'));
      expect(await actionsOf(order)).toEqual(['start', 'handle']);
    }
  });

  test('a double click with two keys handles the task once', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const answers = await Promise.all([
      office.as('liuyang').call(handling.handle, { body }),
      office.as('liuyang').call(handling.handle, { body }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('one of handle and withdraw succeeds, and the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await desk.start('zhangwei', nextPetition());
      await desk.press('liuyang', order, 'receive', 'receive');
      const body = await desk.pressBody(order, 'examine', 'accept');
      const traceId = await desk.traceAt(order, 'receive', 'done');
      const [handled, withdrawn] = await Promise.all([
        office.as('zhaomin').call(handling.handle, { body }),
        office
          .as('liuyang')
          .call(handling.withdraw, { params: { workorderCode: order.code }, body: { traceId, reason: '' } }),
      ]);
      const successes = [handled, withdrawn].filter(({ status }) => status === 200);
      expect(successes, `${handled.text} ${withdrawn.text}`).toHaveLength(1);
      if (handled.status === 200) expect(refusalOf(withdrawn)).toBe('409 不允许撤回');
      else expect(refusalOf(handled)).toBe('409 该环节已被办理');
    }
  });

  test('one of recall and handle succeeds, and the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await desk.start('zhangwei', nextPetition());
      const body = await desk.pressBody(order, 'receive', 'receive');
      const answers = await Promise.all([
        office.as('zhangwei').call(handling.recall, { params: { workorderCode: order.code }, body: {} }),
        office.as('liuyang').call(handling.handle, { body }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    }
  });

  test('the last two branches that arrive at the join fire it once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await desk.start('fenglei', proposal(800 + round, 'lead'));
      await desk.press('songjia', order, 'assign', 'assign');
      const [host, joiner] = [
        await desk.pressBody(order, 'host', 'handle'),
        await desk.pressBody(order, 'join-opinion', 'handle'),
      ];
      const answers = await Promise.all([
        office.as('zhuhong').call(handling.handle, { body: host }),
        office.as('gaofeng').call(handling.handle, { body: joiner }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await desk.press('zhuhong', order, 'reply', 'reply');
    }
  });
});

describe('a locked order', () => {
  test('makes a handling time out with 503, and a retry with the same key succeeds', async () => {
    const order = await desk.start('zhangwei', nextPetition());
    const body = await desk.pressBody(order, 'receive', 'receive');
    const key = randomUUID();
    const handle = () => office.as('liuyang').call(handling.handle, { body, key });
    const response = await inTransaction(db, async (tx) => {
      await sql`select from work_order_states where workorder_id = ${order.id} for update`.execute(tx);
      let isAnswered = false;
      const waiting = handle().finally(() => (isAnswered = true));
      await waitForBlockedQuery(db);
      // Like the statement timeout after a minute; again if a write that shared a transaction continues alone.
      while (!isAnswered) {
        await sql`select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        await wait(20);
      }
      return waiting;
    });
    expect(refusalOf(response)).toBe('503 系统繁忙，请稍后再试');
    expect((await handle()).status).toBe(200);
    expect(await actionsOf(order)).toEqual(['start', 'handle']);
  });
});

describe('initiation', () => {
  test('sent concurrently for one applicant with different keys starts one order', async () => {
    const { start } = nextPetition();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => office.as('zhangwei').call(initiation.initiate, { body: start })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409);
      expect(body.errmsg).toMatch(/^申请权限校验不通过/);
    }
  });

  test('sent fifty times concurrently gives fifty consecutive codes', async () => {
    const before = await db.selectFrom('order_counters').select('last').executeTakeFirstOrThrow();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        office
          .as(index % 2 === 0 ? 'zhangwei' : 'lina')
          .done(initiation.initiate, { body: petition(200 + index).start }),
      ),
    );
    const codes = answers.map(({ workorderCode }) => Number(workorderCode.slice(4))).sort((a, b) => a - b);
    expect(codes).toEqual(Array.from({ length: 50 }, (_, index) => before.last + 1 + index));
  });

  test('that was refused uses no code', async () => {
    const before = await db.selectFrom('order_counters').select('last').executeTakeFirstOrThrow();
    await office.as('zhangwei').call(initiation.initiate, { body: petition(200).start });
    const after = await db.selectFrom('order_counters').select('last').executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });
});
