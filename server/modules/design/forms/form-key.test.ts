import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { formEncryption } from '#contract/form-encryption.ts';
import { initiation } from '#contract/initiation.ts';
import { workOrders } from '#contract/work-orders.ts';
import { describeCalls } from '#test/world/call-tests.ts';
import { openDesk } from '#test/world/desk.ts';
import { openSession, pathOf, testOffice } from '#test/world/office.ts';
import { petition } from '#test/world/start-data.ts';

const office = await testOffice();
const desk = openDesk(office);
const keyPath = '/workportal/api/forminstance/form/encrypt/generateKey';
const mobile = '15405712345';

describeCalls(office, formEncryption, {
  generateKey: {
    caller: 'zhangwei',
    request: { params: { prefix: 'workportal' } },
    refusedFor: {},
    invalidInputs: [
      {
        makeInvalid: () => ({ params: { prefix: '1 x' } }),
        expectedProblems: [['prefix', '路径前缀不正确']],
      },
    ],
    checkAnswer: (key) => expect(key).toMatch(/^\d{10}-[\w-]{22}\.[\w-]{43}$/),
  },
});

/** Wraps as a browser does, with nothing but the key of the call. */
function client(key: string) {
  const [id = '', secret = ''] = key.split('.');
  const bytes = Buffer.from(secret, 'base64url');
  return {
    headers: { 'x-form-key': id },
    wrap(field: string, value: unknown) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce);
      cipher.setAAD(Buffer.from(`banjian/form-value/request/${field}`));
      const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]);
      return { 'x-encrypted': Buffer.concat([nonce, text]).toString('base64url') };
    },
    open(field: string, value: unknown): unknown {
      const all = Buffer.from((value as { 'x-encrypted': string })['x-encrypted'], 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', bytes, all.subarray(0, 12));
      decipher.setAAD(Buffer.from(`banjian/form-value/answer/${field}`));
      decipher.setAuthTag(all.subarray(-16));
      return JSON.parse(`${decipher.update(all.subarray(12, -16))}${decipher.final()}`);
    },
  };
}

let token: string;
let keyed: ReturnType<typeof client>;
async function askForKey(asToken = token) {
  return client((await office.call(keyPath, { token: asToken })).body.data as unknown as string);
}
beforeEach(async () => {
  office.clock.forward(60_000);
  token = await openSession(office, 'zhangwei');
  keyed = await askForKey();
});

// A draft has no judgement on similar petitions; a start has.
const { judgement: _judgement, ...draft } = petition(1).start;
const saveDraft = (
  phone: unknown,
  headers: Record<string, string> = keyed.headers,
  idempotencyKey?: string,
) =>
  office.call(initiation.saveDraft.path, {
    token,
    json: {
      ...draft,
      workorderForms: [
        {
          formId: 'petition-letter:1',
          content: { letterTitle: '电梯停用', involved: [{ name: '钱经理', phone }] },
        },
      ],
    },
    headers: { ...headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
  });
const draftCount = async () => {
  const { n } = await office.context.db
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

describe('values of marked fields in a request (S2 §7)', () => {
  test('are stored as typed, and come back wrapped for a client that names its key', async () => {
    const { body } = await saveDraft(keyed.wrap('phone', mobile));
    const { id } = body.data as unknown as { id: string };
    const path = pathOf(initiation.draft, { workorderId: id });
    const inClear = await office.call(path, { token });
    expect(inClear.text).toContain(`"phone":"${mobile}"`);
    const wrapped = await office.call(path, { token, headers: keyed.headers });
    expect(wrapped.text).not.toContain(mobile);
    expect(wrapped.text).toContain('"letterTitle":"电梯停用"');
    const forms = (wrapped.body.data as unknown as { workorderForms: { content: Record<string, unknown> }[] })
      .workorderForms;
    const [row] = (forms[0]?.content.involved ?? []) as Record<string, unknown>[];
    expect(keyed.open('phone', row?.phone)).toBe(mobile);
  });

  test('are checked like all others after they are opened', async () => {
    const bad = await saveDraft(keyed.wrap('phone', 'a\u0000b'));
    expect(bad.status).toBe(400);
    expect(bad.body.problems?.[0]?.field).toBe('workorderForms.0.content.involved.0.phone');
  });

  test('count as the same request under a new key, so that a repetition does nothing twice', async () => {
    const before = await draftCount();
    const first = await saveDraft(keyed.wrap('phone', mobile), keyed.headers, 'same-request-1');
    keyed = await askForKey();
    const again = await saveDraft(keyed.wrap('phone', mobile), keyed.headers, 'same-request-1');
    expect(again.text).toBe(first.text);
    expect(await draftCount()).toBe(before + 1);
  });

  const refused = {
    'wrapped for another field': async () => saveDraft(keyed.wrap('name', mobile)),
    'that were changed': async () => {
      const wrapped = keyed.wrap('phone', mobile)['x-encrypted'];
      return saveDraft({ 'x-encrypted': `${wrapped[0] === 'A' ? 'B' : 'A'}${wrapped.slice(1)}` });
    },
    'wrapped by the key of another session': async () => {
      const other = await askForKey(await openSession(office, 'liuyang'));
      return saveDraft(other.wrap('phone', mobile), other.headers);
    },
    'under a key that has expired': async () => {
      office.clock.forward(600_000);
      return saveDraft(keyed.wrap('phone', mobile));
    },
    'under a key that does not exist': async () => saveDraft(mobile, { 'x-form-key': 'no-key' }),
  };
  test.each(Object.entries(refused))(
    '%s are refused with a clear text, and nothing is stored',
    async (_, send) => {
      const before = await draftCount();
      const { status, body } = await send();
      expect([status, body.errcode, body.errmsg]).toEqual([400, 40018, '加密密钥已失效，请重新提交']);
      expect(await draftCount()).toBe(before);
    },
  );
});

test('values of marked fields leave no clear text in the page of an order, and stay masked', async () => {
  const order = await desk.start('zhangwei', petition(2));
  for (const path of [
    pathOf(workOrders.detailPage, { workorderCode: order.code }),
    pathOf(workOrders.forms, { workorderId: order.id }),
  ]) {
    const inClear = await office.call(path, { token });
    expect(inClear.text).toContain('154****2345');
    const wrapped = await office.call(path, { token, headers: keyed.headers });
    expect(wrapped.text).not.toContain('154****2345');
    expect(wrapped.text).toContain('x-encrypted');
  }
  const { body } = await office.call(pathOf(workOrders.detailPage, { workorderCode: order.code }), {
    token,
    headers: keyed.headers,
  });
  const page = body.data as unknown as { forms: { content: { involved: Record<string, unknown>[] } }[] };
  expect(keyed.open('phone', page.forms[0]?.content.involved[0]?.phone)).toBe('154****2345');
});

test('the documented call describes each field in metaData, with the value as the reader gets it (S2 §3)', async () => {
  const order = await desk.start('zhangwei', petition(3));
  const path = pathOf(workOrders.forms, { workorderId: order.id });
  const read = async (headers: Record<string, string>) => {
    const { body } = await office.call(path, { token, headers });
    const { rows } = body.data as unknown as { rows: { metaData: Record<string, unknown> }[] };
    return rows[0]?.metaData ?? {};
  };
  const meta = await read({});
  expect(meta.letterTitle).toEqual({
    title: '来信标题',
    value: '反映小区电梯长期停用（3）',
    visible: true,
    'x-component': 'single-line',
    'x-props': expect.any(Object),
    'x-encryption': false,
    'x-secret': false,
    'x-secret-rule': '',
  });
  expect(meta.involved).toMatchObject({ value: [{ name: '钱经理', phone: '154****2345' }] });
  expect(JSON.stringify(await read(keyed.headers))).not.toContain('154****2345');
});
