import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, type RefusalOf } from '#contract/endpoint.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { testDatabase } from '#test/world/database.ts';
import { hashRequest, runIdempotently } from './idempotency.ts';

const { db } = await testDatabase();
const call = endpoint({
  method: 'POST',
  path: '/test/once',
  summary: '一次',
  changes: [],
  output: z.object({ effect: z.number() }),
  refusals: ['actionNotAllowed', 'notYourTask'],
});

let effects = 0;
async function act(key: string | undefined, body: object, answer?: RefusalOf<typeof call>) {
  return await inTransaction(db, (tx) =>
    runIdempotently(
      tx,
      {
        endpoint: call,
        actor: { staffId: 'zhang' },
        idempotencyKey: key,
        requestHash: hashRequest(call, { params: {}, query: {}, body }),
        context: { now: () => new Date('2026-03-02T02:00:00Z') },
      },
      async () => {
        effects += 1;
        return answer ?? { effect: effects };
      },
    ),
  );
}

describe('runIdempotently', () => {
  test('returns the same answer byte for byte for a repeated key without a second effect', async () => {
    const before = effects;
    const first = await act('key-one-1', { a: 1, b: 2 });
    const again = await act('key-one-1', { b: 2, a: 1 });
    expect(again).toEqual(first);
    expect(effects).toBe(before + 1);
  });

  test('refuses the key for another request', async () => {
    await act('key-two-2', { a: 1 });
    expect(await act('key-two-2', { a: 2 })).toEqual(refuse('idempotencyKeyReused'));
  });

  test('does the work once for concurrent requests with the same key', async () => {
    const before = effects;
    const answers = await Promise.all(Array.from({ length: 5 }, () => act('key-three', { a: 1 })));
    expect(effects).toBe(before + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('stores no key for a refusal, so that the person can retry', async () => {
    expect(await act('key-four-4', {}, refuse('notYourTask'))).toEqual(refuse('notYourTask'));
    expect(await act('key-four-4', {})).toEqual({
      answerText: expect.stringContaining('"errcode":0,"code":200'),
    });
  });

  test('does the work each time without a key', async () => {
    const before = effects;
    await act(undefined, {});
    await act(undefined, {});
    expect(effects).toBe(before + 2);
  });
});
