import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { testPortal } from '#test/world/portal.ts';
import { actOnce } from './act-once.ts';

const { context } = await testPortal();
const act = endpoint({
  method: 'POST',
  path: '/test/act',
  summary: '改动',
  changes: [],
  output: z.object({ done: z.boolean() }),
  refusals: ['accountChangeNotAllowed'],
});

const call = (idempotencyKey: string | undefined) => ({
  endpoint: act,
  actor: { staffId: 'zhang', name: '张伟' },
  idempotencyKey,
  requestHash: 'hash',
  requestId: 'request',
  context,
});

const countPositions = async (id: string): Promise<number> =>
  (await context.db.selectFrom('positions').select('id').where('id', '=', id).execute()).length;

const auditRecord = { chain: 'system', action: 'test.do', objectKind: 'test', objectId: 'one', detail: {} };

test.each([undefined, 'a-key-of-one'])(
  'a refused action rolls back its earlier writes, and its key %s can be used again',
  async (key) => {
    const id = `post-${key}`;
    const add = (refused: boolean) =>
      actOnce(call(key), async (tx) => {
        await tx.insertInto('positions').values({ id, code: id, name: '岗位' }).execute();
        return refused
          ? refuse('accountChangeNotAllowed')
          : { answer: { done: true }, auditRecord: auditRecord };
      });
    expect(await add(true)).toEqual(refuse('accountChangeNotAllowed'));
    expect(await countPositions(id)).toBe(0);
    expect(await add(false)).toMatchObject({ answerText: expect.stringContaining('"done":true') });
    expect(await countPositions(id)).toBe(1);
  },
);
