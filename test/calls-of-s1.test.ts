import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSession, testOffice } from './world/office.ts';
import { openPetitionDesk } from './world/petition-desk.ts';
import type { TestCall } from './world/portal.ts';

/**
 * Tests every call in S1 §7, written by hand as an old client sends it: parameters by their documented names,
 * codes as numbers and as text, both base paths, and the expected envelope (`errcode` 0 and `code` 200,
 * `rows`).
 */

const office = await testOffice();
const { desk, start, startUntilInstruct } = openPetitionDesk(office);
const ended = await start();
await desk.press('liuyang', ended, 'receive', 'void');
const order = await startUntilInstruct();
const { id, code } = order;
const done = `${id}.2`;
const open = await desk.traceAt(order, 'instruct');
const tokenOf = (account: string) => openSession(office, account);
const tokens = { leader: await tokenOf('wujianguo'), clerk: await tokenOf('zhangwei') };

interface DocumentedCall {
  /** Its name in the specification. */
  call: string;
  path: string;
  role?: keyof typeof tokens;
  request?: Omit<TestCall, 'token'>;
  /** Keys that `data` must have. */
  dataKeys?: readonly string[];
}

const wo = '/workorder/workorder';
const wos = '/workorder/workorders';
const sys = '/serviceportal/api/sys';
const many = { page: '1', size: '10000' };

const reads: readonly DocumentedCall[] = [
  {
    call: 'order info by code',
    path: `${wos}/${code}`,
    request: { query: { mark: 'select' } },
    dataKeys: ['id', 'rollbackStatus', 'withdraw', 'bizCode'],
  },
  { call: 'items', path: `${wos}/${id}/items`, dataKeys: ['baseInfo'] },
  { call: 'applicant', path: `${wos}/${code}/applyers/info`, dataKeys: ['applyer', 'operator'] },
  {
    call: 'repeat check',
    path: `${wo}/initiateProcess/check`,
    role: 'clerk',
    request: {
      query: {
        itemDeployId: 'petition-letter-1',
        taskCode: 'petition-letter',
        certCode: '',
        certCategory: '10',
      },
    },
    dataKeys: ['flag'],
  },
  {
    call: 'forms',
    path: `${wos}/${id}/forms`,
    request: { query: { traceId: open, isWindowSpecific: '1' } },
    dataKeys: ['rows'],
  },
  { call: 'process', path: `${wos}/${code}/process`, dataKeys: ['xml', 'actIds', 'procInsId'] },
  { call: 'traces', path: `${wos}/${code}/traces`, dataKeys: ['rows'] },
  { call: 'own latest trace', path: `${wos}/${code}/traces/mine`, dataKeys: ['id', 'flowNodeId'] },
  {
    call: 'message list',
    path: `${wos}/messages`,
    request: { query: { workorderCode: code, page: '1', size: '100', proInsId: id } },
    dataKeys: ['rows'],
  },
  {
    call: 'handle check',
    path: `${wo}/handle/check`,
    request: { query: { workorderId: id, actInstId: open } },
    dataKeys: ['flag', 'msg'],
  },
  {
    call: 'countersign check',
    path: `${wo}/countersign/check`,
    request: { query: { id: open } },
    dataKeys: ['flag'],
  },
  {
    call: 'next-node users',
    path: `${wo}/nextNodeUsers`,
    request: { query: { traceId: open, buttonId: 'instruct', branchProcessingNodeId: 'undertake' } },
    dataKeys: ['rows'],
  },
  {
    call: 'return nodes',
    path: `${wo}/returnNodes`,
    request: { query: { proInsId: id, flowNodeId: 'instruct' } },
    dataKeys: ['rows'],
  },
  {
    call: 'branch nodes',
    path: `${wo}/branchNodes`,
    request: { query: { traceId: open } },
    dataKeys: ['rows'],
  },
  {
    call: 'current handlers',
    path: `${wo}/currentHandlers`,
    request: { query: { workorderId: id } },
    dataKeys: ['rows'],
  },
  {
    call: 'check revoke, withdraw trace id',
    path: `${wos}/${code}/withdraw/check`,
    dataKeys: ['flag', 'withdrawTraceId'],
  },
  { call: 'opinions', path: '/opinion/getMyOpinionList', dataKeys: ['rows'] },
  {
    call: 'node buttons',
    path: `${wo}/getHadleCurNodeButton`,
    request: { query: { flowNodeId: 'instruct', defId: 'petition-letter:1' } },
    dataKeys: ['rows'],
  },
  { call: 'drafts', path: `${wo}/drafts/list`, role: 'clerk', dataKeys: ['rows', 'total'] },
  {
    call: 'my work orders',
    path: `${wo}/myWorkOrderPage`,
    role: 'clerk',
    request: { query: { page: '1', size: '10' } },
    dataKeys: ['rows', 'total'],
  },
  { call: 'initiated work orders', path: `${wo}/initiatedPage`, role: 'clerk', dataKeys: ['rows', 'total'] },
  {
    call: 'organisations',
    path: `${sys}/areas/organizations`,
    request: { query: { level: '1', areaCode: '330127', type: 'all' } },
    dataKeys: ['rows'],
  },
  {
    call: 'staffs',
    path: `${sys}/staffs`,
    request: { query: { mark: 'page', ...many } },
    dataKeys: ['rows', 'total'],
  },
  { call: 'positions', path: `${sys}/positions`, request: { query: many }, dataKeys: ['rows'] },
  {
    call: 'windows',
    path: `${sys}/windows`,
    request: { query: { size: '100', page: '1' } },
    dataKeys: ['rows'],
  },
  {
    call: 'halls by area',
    path: `${sys}/halls`,
    request: { query: { areaId: '3-330127' } },
    dataKeys: ['rows'],
  },
  {
    call: 'roles',
    path: `${sys}/roles`,
    request: { query: { page: '1', size: '1000', type: 'all' } },
    dataKeys: ['rows'],
  },
  {
    call: 'business applications',
    path: `${sys}/applications`,
    request: { query: { size: '10000' } },
    dataKeys: ['rows'],
  },
  {
    call: 'user groups by application',
    path: `${sys}/userGroups`,
    request: { query: { application: 'petition' } },
  },
  { call: 'variables', path: `${wo}/variables`, request: { query: { traceId: open } }, dataKeys: ['rows'] },
  {
    call: 'handler of a node',
    path: `${wo}/nodeHandlers`,
    request: { query: { procInsId: id, processDefId: 'petition-letter:1', flowNodeId: 'instruct' } },
    dataKeys: ['rows'],
  },
  {
    call: 'dictionary',
    path: '/business/business/dictionary/selections',
    request: { query: { dictId: 'gender' } },
    dataKeys: ['rows'],
  },
  {
    call: 'model details',
    path: '/business/business/form/model/petition-letter',
    dataKeys: ['modelSchema', 'fieldVos'],
  },
];

const send = ({ path, role = 'leader', request = {} }: DocumentedCall, base = '') =>
  office.call(`${base}${path}`, {
    ...request,
    token: tokens[role],
    headers: { ...request.headers, ...(base && { 'request-type': 'ajax' }) },
  });

describe.each(reads)('$call', (documented) => {
  test('returns the documented fields in the documented envelope under both base paths', async () => {
    const { status, body, text } = await send(documented);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ errcode: 0, code: 200 });
    const data = body.data as unknown as Record<string, unknown>;
    for (const key of documented.dataKeys ?? []) expect(data, text).toHaveProperty(key);
    expect((await send(documented, '/baseyhzx5')).body).toEqual(body);
  });

  test('rejects an undocumented parameter', async () => {
    const { request } = documented;
    const { body } = await send({
      ...documented,
      request: { ...request, query: { ...request?.query, mystery: '1' } },
    });
    expect(body).toMatchObject({ errcode: 400, problems: [{ field: 'mystery', message: '不支持的参数' }] });
  });
});

describe('calls that change data', () => {
  const post = (path: string, json: object, by: keyof typeof tokens = 'leader', base = '') =>
    send({ call: '', path, role: by, request: { method: 'POST', json } }, base);

  test('a comments post is accepted with and without the base path', async () => {
    for (const base of ['', '/baseyhzx5']) {
      const newOrder = await start();
      const sent = {
        caseCode: newOrder.code,
        caseText: '收讫',
        isCirculated: 0,
        isMaterialCirculationReturn: '0',
        workorderDocIdList: [],
      };
      const token = await tokenOf('liuyang');
      const { body, text } = await office.call(`${base}${wos}/${newOrder.code}/comments`, {
        method: 'POST',
        json: sent,
        token,
        headers: base === '' ? {} : { 'request-type': 'ajax' },
      });
      expect(body, text).toMatchObject({ errcode: 0, code: 200, data: { workorderDocs: [] } });
    }
  });

  test.each([20, '20'])('a message is sent by channel %j', async (bigChannelType) => {
    const code = 'staff:staff-liuyang';
    const { body, text } = await post(`${wos}/messages`, {
      code,
      content: `请补充 ${randomUUID()}`,
      bigChannelType,
      bizCode: order.code,
      name: '通知',
      belongs: 'workorder',
    });
    expect(body, text).toMatchObject({ errcode: 0, code: 200, data: { sent: 1 } });
  });

  test('opinions are saved and deleted', async () => {
    const saved = await post('/opinion/addAll', { opinions: [{ content: '同意。', sort: 1 }] });
    expect(saved.body).toMatchObject({ errcode: 0, data: { rows: [{ content: '同意。', sort: 1 }] } });
    const [{ id: opinionId }] = (saved.body.data as unknown as { rows: [{ id: string }] }).rows;
    const deletion = await send({
      call: '',
      path: `/opinion/delete/${opinionId}`,
      request: { method: 'POST' },
    });
    expect(deletion.body).toMatchObject({ errcode: 0, code: 200 });
  });

  test('drafts are deleted by form data', async () => {
    const { judgement: _, ...first } = order.startData.start;
    const saved = await post(`${wo}/drafts`, first, 'clerk');
    const { id: ids } = saved.body.data as unknown as { id: string };
    const deletion = await send({
      call: '',
      path: `${wo}/drafts/delete`,
      role: 'clerk',
      request: { form: { ids } },
    });
    expect(deletion.body).toMatchObject({ errcode: 0, code: 200, data: { deleted: 1 } });
  });

  test('comment attachments are added, and handling codes are accepted as numbers and text', async () => {
    const file = await desk.paper('liuyang');
    const token = await tokenOf('liuyang');
    const attachment = await office.call(`${wo}/traces/attachments`, {
      method: 'POST',
      json: { traceId: done, fileList: [{ category: 1, name: 'x', url: file.id, size: '1' }] },
      token,
    });
    expect(attachment.body, attachment.text).toMatchObject({ errcode: 0, data: { rows: [{ id: file.id }] } });
    for (const [handlerOperation, isWindowSpecific] of [
      [1, 1],
      ['1', '1'],
    ]) {
      const newOrder = await start();
      const body = {
        ...(await desk.pressBody(newOrder, 'receive', 'receive')),
        handlerOperation,
        isWindowSpecific,
      };
      const handled = await office.call(`${wo}/handle`, { method: 'POST', json: body, token });
      expect(handled.body, handled.text).toMatchObject({
        errcode: 0,
        code: 200,
        data: { workorderDocs: [] },
      });
    }
  });
});

test('an invalid token returns 401 in the envelope', async () => {
  const { status, body } = await office.call(`${wos}/${code}`, { token: 'no-such-token' });
  expect([status, body.errcode]).toEqual([401, 401]);
});
