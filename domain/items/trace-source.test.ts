import { describe, expect, it, test } from 'vitest';
import { readRemoteTraces } from './remote-trace.ts';
import { checkTraceSource, type TraceSource, traceRequest } from './trace-source.ts';

const origins = ['https://trace.example.gov.cn'];
const source: TraceSource = {
  name: '省信访信息系统',
  method: 'GET',
  url: 'https://trace.example.gov.cn/api/{workorderCode}/steps?kind=all',
  headers: { Authorization: 'Bearer {token}', 'X-Area': '330127' },
  params: { code: '{workorderCode}', item: '{taskCode}' },
};
const facts = {
  workorderCode: '2026000001',
  workorderId: 'id-1',
  procInsId: 'id-1',
  bizCode: '2026000001',
  taskCode: 'petition&x=1',
};

describe('remote trace interface of an item', () => {
  it('is accepted only with an origin that the operator allows', () => {
    expect(checkTraceSource(source, origins)).toEqual([]);
    expect(checkTraceSource(source, []).map(({ message }) => message)).toEqual([
      '外部轨迹接口：地址“https://trace.example.gov.cn”未列入 PORTAL_TRACE_ORIGINS',
    ]);
  });

  test.each([
    [{ url: 'ftp://trace.example.gov.cn/a' }, 'traceSource.url'],
    [{ url: 'https://user:secret@trace.example.gov.cn/' }, 'traceSource.url'],
    [{ url: 'https://trace.example.gov.cn.evil.example/' }, 'traceSource.url'],
    [{ url: 'https://trace.example.gov.cn/{applicantName}' }, 'traceSource.url'],
    [{ headers: { Host: 'inside' } }, 'traceSource.headers'],
    [{ headers: { Trailer: 'x' } }, 'traceSource.headers'],
    [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'traceSource.headers'],
    [{ headers: { 'X-A': '{certCode}' } }, 'traceSource.headers'],
    [{ params: { a: '{token}' } }, 'traceSource.params'],
    [{ rowsAt: 'data..rows' }, 'traceSource.rowsAt'],
    [{ fields: { remark: 'a b' } }, 'traceSource.fields'],
    [{ fields: { secret: 'a' } as never }, 'traceSource.fields'],
    [{ method: 'DELETE' as never }, 'traceSource.method'],
    [{ name: ' ' }, 'traceSource.name'],
  ] as [Partial<TraceSource>, string][])('rejects %j at its field', (change, field) => {
    expect(checkTraceSource({ ...source, ...change }, origins).map((problem) => problem.field)).toContain(
      field,
    );
  });

  it('reports all problems at once', () => {
    const invalid = { ...source, name: '', url: 'x', rowsAt: '?' };
    expect(checkTraceSource(invalid, origins)).toHaveLength(3);
  });
});

describe('request to a remote trace interface', () => {
  it('with GET has escaped parameters in the address, and headers with the secret', () => {
    const { method, url, headers, body } = traceRequest(source, facts, 's3cret');
    expect(method).toBe('GET');
    expect(url).toBe(
      'https://trace.example.gov.cn/api/2026000001/steps?kind=all&code=2026000001&item=petition%26x%3D1',
    );
    expect(headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer s3cret',
      'x-area': '330127',
    });
    expect(body).toBeUndefined();
  });

  it('with POST has the parameters in a JSON body', () => {
    const { url, headers, body } = traceRequest({ ...source, method: 'POST' }, facts, '');
    expect(url).toContain('/steps?kind=all');
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body ?? '')).toEqual({ code: '2026000001', item: 'petition&x=1' });
  });

  it('escapes facts, so that they cannot change the path', () => {
    const { url } = traceRequest(source, { ...facts, workorderCode: '../../admin' }, '');
    expect(url).toContain('/api/..%2F..%2Fadmin/steps?');
  });
});

const read = (answer: unknown, change: Partial<TraceSource> = {}) =>
  readRemoteTraces({ ...source, ...change }, answer);

describe('rows of a remote trace interface', () => {
  it('get unique ids, although the interface repeats an id', () => {
    const row = { id: 7, flowNodeName: '受理', startTime: '2026-03-02 09:30' };
    const rows = read([row, row, { ...row, id: 8 }, { ...row, id: '7.2' }, { ...row, id: undefined }]);
    const ids = (rows as { id: string }[]).map(({ id }) => id);
    expect(ids.slice(0, 1)).toEqual(['remote.7']);
    expect(new Set(ids).size).toBe(5);
  });

  it('are read by the names of S1 §3, at every supported place of the list', () => {
    const row = {
      flowNodeName: '受理',
      handlerName: '甲',
      handlerStatus: 1,
      startTime: '2026-03-02 09:30:00',
    };
    for (const answer of [
      { code: 200, data: { rows: [row] } },
      { rows: [row] },
      { errcode: 0, data: [row] },
      [row],
    ]) {
      expect(read(answer)).toMatchObject([{ flowNodeName: '受理', handlerName: '甲', handlerStatus: 1 }]);
    }
  });

  it('are mapped when the interface uses other names', () => {
    const answer = { result: { list: [{ step: { title: '核查' }, who: '乙', at: 1_772_414_400, done: 0 }] } };
    const fields = { flowNodeName: 'step.title', handlerName: 'who', startTime: 'at', handlerStatus: 'done' };
    expect(read(answer, { rowsAt: 'result.list', fields })).toEqual([
      {
        id: 'remote.1',
        flowNodeName: '核查',
        actName: '',
        handlerStatus: 0,
        handlerOperation: null,
        handlerName: '乙',
        handlerOrgName: '',
        handlerOpinion: '',
        remark: '',
        startTime: '2026-03-02T01:20:00.000Z',
        endTime: null,
        createdAt: '2026-03-02T01:20:00.000Z',
        lastUpdatedAt: '2026-03-02T01:20:00.000Z',
      },
    ]);
  });

  test.each([
    ['2026-03-02 09:30', '2026-03-02T01:30:00.000Z'],
    ['2026-03-02T09:30:15', '2026-03-02T01:30:15.000Z'],
    ['2026-03-02T01:30:00Z', '2026-03-02T01:30:00.000Z'],
    ['2026-03-02T09:30:00+0800', '2026-03-02T01:30:00.000Z'],
    [1_772_415_000_000, '2026-03-02T01:30:00.000Z'],
    ['1772415000', '2026-03-02T01:30:00.000Z'],
  ])('read %j as a time in China', (startTime, expected) => {
    expect(read([{ flowNodeName: '受理', startTime }])).toMatchObject([{ startTime: expected }]);
  });

  test.each([
    [{ code: 500, msg: 'x' }, '接口没有给出轨迹'],
    [{ errcode: 1 }, '接口没有给出轨迹'],
    [{ data: { rows: {} } }, '接口的应答里没有轨迹列表'],
    ['<html>', '接口的应答里没有轨迹列表'],
    [[{ flowNodeName: '受理' }], '接口给出的第1条轨迹无法识别'],
    [[{ flowNodeName: '受理', startTime: '昨天' }], '接口给出的第1条轨迹无法识别'],
    [[{ startTime: '2026-03-02 09:30:00' }], '接口给出的第1条轨迹无法识别'],
    [[{ flowNodeName: '受理', startTime: '2026-02-30 09:30:00' }], '接口给出的第1条轨迹无法识别'],
    [Array.from({ length: 501 }, () => ({})), '接口给出的轨迹超过500条'],
  ])('are rejected with a message when they cannot be shown: %j', (answer, error) => {
    expect(read(answer)).toEqual({ fault: error });
  });

  it('are plain texts: long ones are cut, control characters and inherited members are not read', () => {
    const row = {
      flowNodeName: '受\u0000理',
      handlerOpinion: '长'.repeat(3000),
      startTime: '2026-03-02 09:30',
    };
    const [firstRow] = read([row], { fields: { remark: 'constructor.name' } }) as {
      handlerOpinion: string;
    }[];
    expect(firstRow).toMatchObject({ flowNodeName: '受理', remark: '' });
    expect(firstRow?.handlerOpinion).toHaveLength(2001);
  });
});
