import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ruleLibrary } from '#contract/rule-library.ts';
import { rules } from '#contract/rules.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import { type ConfiguredRule, newRule } from '#domain/rules/model.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { notationsOfThisMachine, otherTargetsOf } from '#test/world/hostile-addresses.ts';
import { testOffice } from '#test/world/office.ts';
import { openStalls, param, ruleUse } from '#test/world/stalls.ts';

/** Tests rules that ask an interface of another system, with such a system on this machine (S2 validation kinds). */

const urls: string[] = [];
let answer: (response: ServerResponse) => void | Promise<void> = () => undefined;
const outsideServer = createServer((request, response) => {
  urls.push(request.url ?? '');
  void answer(response);
});
outsideServer.listen(0, '127.0.0.1');
await once(outsideServer, 'listening');
const { port } = outsideServer.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;

const office = await testOffice({
  settings: {
    PORTAL_TRACE_ORIGINS: origin,
    PORTAL_TRACE_NETWORKS: '127.0.0.1',
    PORTAL_TRACE_TOKENS: `${origin}=s3cret`,
  },
});
/** An office whose operator has listed the origins, and no network. */
const closed = await testOffice({
  settings: { PORTAL_TRACE_ORIGINS: `${origin},http://listed.test:${port}` },
});
const { db } = office.context;
const admin = office.as('xiaohan');
const { publishRule, publishItem, tryStart, start, press, preview, openNodes } = openStalls(office);

afterAll(async () => {
  await office.context.scripts.stop();
  outsideServer.closeAllConnections();
  outsideServer.close();
  expect(await checkInvariants(db)).toEqual([]);
});
const answerMost = (most: unknown) => {
  answer = (response) => void response.end(JSON.stringify({ errcode: 0, data: { most } }));
};
beforeEach(() => {
  urls.length = 0;
  answerMost(20);
});

/** Returns a rule: the area is at most the number that another system answers for it. */
const askedRule = (id: string, tipContext = '', targetUrl = `${origin}/${id}`): ConfiguredRule => {
  const rule = newRule(id, `规则${id}`);
  const compared = { dataKey: 'area', operator: 'LE' as const, paramType: 'number' as const };
  return {
    ...rule,
    ruleBase: { ...rule.ruleBase, kind: 'interface', tipContext },
    ruleParams: [param('area'), { ...param('most'), source: 'answer', value: 'most' }],
    ruleConditions: [{ ...compared, compareValueKey: 'most', compareValue: '' }],
    interface: {
      targetUrl,
      method: 'GET',
      headers: { Authorization: '{token}' },
      requestParams: [{ key: 'area', field: 'area' }],
    },
  };
};
const tip = '占道面积超过核定面积';
await publishRule(askedRule('asked', tip));
await publishRule(askedRule('no-tip'));
const all = newRule('steps', '先后核查');
await publishRule({
  ...all,
  ruleBase: { ...all.ruleBase, kind: 'service-orchestration' },
  steps: ['asked', 'no-tip'],
});

await publishItem('asked-field', [ruleUse('asked', { area: 'area' })], 'false');
await publishItem('asked-plain', [ruleUse('no-tip', { area: 'area' })], 'false');
await publishItem('asked-steps', [ruleUse('steps', { area: 'area' })], 'false');
await publishItem('asked-button', [], 'false', 'asked');
await publishItem('asked-branch', [], 'not(rule("asked"))');

describe('a rule with an interface (S2 validation kinds)', () => {
  test('refuses at its field with its tip, and is not asked while anything else is wrong', async () => {
    const { body } = await tryStart('asked-field', { area: 21 });
    expect(body.problems).toEqual([{ field: 'asked-field.area', message: tip }]);
    expect(urls).toEqual(['/asked?area=21']);
    expect((await tryStart('asked-field', { area: 21, place: '' })).status).toBe(400);
    expect(urls).toHaveLength(1);
    expect((await tryStart('asked-field', { area: 20 })).status).toBe(200);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['is down', (response) => void response.destroy()],
    ['answers 500', (response) => void response.writeHead(500).end()],
    ['redirects', (response) => void response.writeHead(302, { location: `${origin}/other` }).end()],
    ['answers no member', (response) => void response.end('{"errcode":0,"data":{}}')],
  ])('refuses with 规则校验失败 while the system %s (S0 §8)', async (_, fault) => {
    answer = fault;
    const { body } = await tryStart('asked-plain', { area: 1 });
    expect(body.problems).toEqual([{ field: 'asked-plain.area', message: '规则校验失败' }]);
    expect(urls).toHaveLength(1);
  });

  test('is a step of an orchestration; equal requests are sent once', async () => {
    expect((await tryStart('asked-steps', { area: 20 })).status).toBe(200);
    expect(urls).toEqual(['/asked?area=20', '/no-tip?area=20']);
    const { body } = await tryStart('asked-steps', { area: 21 });
    expect(body.problems).toEqual([{ field: 'asked-steps.area', message: tip }]);
    expect(urls).toHaveLength(3);
  });

  test('refuses a button, also in its preview, and no transaction is open meanwhile', async () => {
    const { workorderId } = await start('asked-button', { area: 21 });
    const refusal = { errcode: 40019, errmsg: tip };
    expect((await press('asked-button', workorderId)).body).toMatchObject(refusal);
    expect((await preview('asked-button', workorderId)).body).toMatchObject(refusal);
    // A transaction that waited for the answer would be idle; notifications of earlier actions are statements of their own.
    const open: unknown[] = [];
    answer = async (response) => {
      const { rows } = await sql`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db);
      open.push(...rows);
      response.end('{"errcode":0,"data":{"most":30}}');
    };
    expect((await press('asked-button', workorderId)).status).toBe(200);
    expect([open, urls.length]).toEqual([[], 3]);
  });

  test('decides a branch; while the system is down no branch is taken, not even the opposite', async () => {
    const refused = await start('asked-branch', { area: 21 });
    answer = (response) => void response.destroy();
    expect((await press('asked-branch', refused.workorderId)).body).toMatchObject({ errcode: 40918 });
    expect(await openNodes(refused.workorderId)).toEqual(['step-1']);
    answerMost(20);
    expect((await press('asked-branch', refused.workorderId)).status).toBe(200);
    expect(await openNodes(refused.workorderId)).toEqual(['step-2']);
  });

  test(`asks at most ${ruleLimits.interfaces} times in one action`, async () => {
    const ids = Array.from({ length: ruleLimits.interfaces + 1 }, (_, index) => `many-${index}`);
    for (const id of ids) await publishRule(askedRule(id));
    await publishItem(
      'asked-many',
      ids.map((id) => ruleUse(id, { area: 'area' })),
      'false',
    );
    const { body } = await tryStart('asked-many', { area: 1 });
    expect(body.problems).toEqual([{ field: 'asked-many.area', message: '规则校验失败' }]);
    expect(urls).toHaveLength(ruleLimits.interfaces);
  });

  test('is not executed by a call outside of an action', async () => {
    for (const ruleId of ['asked', 'steps']) {
      const { body } = await office
        .as('zhangwei')
        .call(rules.process, { body: { ruleId, dataValue: { area: 1 } } });
      expect(body).toMatchObject({ errcode: 40922, errmsg: '该规则要调用接口，只在办理时校验' });
    }
    expect(urls).toEqual([]);
  });
});

describe('the trial of a rule with an interface', () => {
  const tryOut = async (rule: ConfiguredRule, author = admin) => {
    const body = { json: JSON.stringify(rule), trials: [{ area: '21' }] };
    const { problems, results } = await author.done(ruleLibrary.tryOut, { body });
    return { problems, ...results[0] };
  };

  test('explains the result, and shows its author the answer', async () => {
    const shown = await tryOut(askedRule('trial'));
    expect(shown.parts?.map(({ text }) => text)).toEqual(['接口已应答', '条件 1：21 不小于等于 20']);
    expect(shown.answer).toContain('"most": 20');
    expect(shown.ruleParamsVoList?.map(({ dataKey }) => dataKey)).toEqual(['area']);
    answer = (response) => void response.writeHead(503).end();
    expect((await tryOut(askedRule('trial'))).parts?.map(({ text }) => text)).toEqual([
      '接口没有得出结果：接口应答异常（503）',
    ]);
  });

  test('sends no header of the connection', async () => {
    const rule = askedRule('trial');
    const hostile = { ...rule, interface: { ...rule.interface, headers: { Host: 'other.example' } } };
    const { problems } = await tryOut(hostile as ConfiguredRule);
    expect(problems).toEqual([{ field: 'interface.headers', message: '不能设置请求头“Host”' }]);
    expect(urls).toEqual([]);
  });

  test.each([...notationsOfThisMachine.map((host) => `http://${host}:${port}/`), ...otherTargetsOf(port)])(
    'does not call %s, whose network the operator has not listed',
    async (targetUrl) => {
      const { result, problems } = await tryOut(askedRule('hostile', '', targetUrl), closed.as('xiaohan'));
      expect(problems.length > 0 || result === false).toBe(true);
      expect(urls).toEqual([]);
    },
  );
});
