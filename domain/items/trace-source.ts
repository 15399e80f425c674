import { type OutboundRequest, outboundRequest, problemsOfHeaders } from '../interfaces/interface-request.ts';
import { memberPath } from '../interfaces/member-path.ts';
import { originOf } from '../interfaces/origin.ts';
import type { Problem } from '../refusals/refusals.ts';

/** Fields of a trace row that a remote interface may fill (S1 §3 trace item). */
export const remoteTraceFields = [
  'id',
  'flowNodeName',
  'actName',
  'handlerStatus',
  'handlerOperation',
  'handlerName',
  'handlerOrgName',
  'handlerOpinion',
  'remark',
  'startTime',
  'endTime',
  'createdAt',
  'lastUpdatedAt',
] as const;
export type RemoteTraceField = (typeof remoteTraceFields)[number];

export const traceFieldLabel: Record<RemoteTraceField, string> = {
  id: '编号',
  flowNodeName: '环节',
  actName: '办理动作',
  handlerStatus: '办理状态',
  handlerOperation: '操作',
  handlerName: '办理人',
  handlerOrgName: '办理单位',
  handlerOpinion: '办理意见',
  remark: '备注',
  startTime: '开始时间',
  endTime: '结束时间',
  createdAt: '创建时间',
  lastUpdatedAt: '更新时间',
};

/**
 * Facts of an order that a request may use, such as `{workorderCode}`; `{token}` is the operator's secret for
 * the origin.
 */
export const traceFacts = ['workorderCode', 'workorderId', 'procInsId', 'bizCode', 'taskCode'] as const;
export type TraceFacts = Readonly<Record<(typeof traceFacts)[number], string>>;

/**
 * The remote interface from which the trace of an item's orders is read (S1 §7: method, headers and params).
 * Values of `params` and the path of `url` may use facts of the order, those of `headers` also the operator's
 * secret.
 */
export interface TraceSource {
  /** Display name of the system, shown above the rows. */
  name: string;
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** The query of a GET request, or the members of a POST request's JSON body. */
  params?: Readonly<Record<string, string>>;
  /** Path of the list of rows in the answer, members joined by dots; by default `data.rows` or `rows`. */
  rowsAt?: string;
  /** Paths of our fields in a row, for those that have another name there. */
  fields?: Readonly<Partial<Record<RemoteTraceField, string>>>;
}

const placeholder = /\{([^{}]*)\}/g;
const maxEntries = 20;

/** Returns every problem of an item with this source; `origins` are those that the operator allows. */
export function checkTraceSource(source: TraceSource, origins: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  const report = (field: string, message: string) =>
    problems.push({ field: `traceSource.${field}`, message: `外部轨迹接口：${message}` });
  if (source.name.trim() === '' || source.name.length > 50) report('name', '名称应为1到50个字符');
  if (source.method !== 'GET' && source.method !== 'POST') report('method', '请求方式只能是 GET 或 POST');
  const origin = originOf(source.url);
  if (origin === undefined) report('url', '地址不正确，不能带用户名、密码或 # 之后的内容');
  else if (!origins.includes(origin)) report('url', `地址“${origin}”未列入 PORTAL_TRACE_ORIGINS`);
  for (const name of unknownIn(source.url, traceFacts)) report('url', `没有办件信息“${name}”`);
  const headers = Object.entries(source.headers ?? {});
  for (const problem of problemsOfHeaders(source.headers ?? {})) report('headers', problem);
  for (const [, value] of headers) {
    for (const unknownFact of unknownIn(value, [...traceFacts, 'token']))
      report('headers', `没有办件信息“${unknownFact}”`);
  }
  const params = Object.entries(source.params ?? {});
  for (const [name, value] of params) {
    if (name === '' || name.length > 60 || value.length > 500)
      report('params', `参数“${name}”过长或没有名称`);
    for (const unknownFact of unknownIn(value, traceFacts)) report('params', `没有办件信息“${unknownFact}”`);
  }
  if (headers.length > maxEntries) report('headers', `最多${maxEntries}个`);
  if (params.length > maxEntries) report('params', `最多${maxEntries}个`);
  if (source.rowsAt !== undefined && !memberPath.test(source.rowsAt)) report('rowsAt', '位置不正确');
  for (const [field, path] of Object.entries(source.fields ?? {})) {
    if (!(remoteTraceFields as readonly string[]).includes(field)) report('fields', `没有轨迹字段“${field}”`);
    if (!memberPath.test(path)) report('fields', `字段“${field}”的位置不正确`);
  }
  return problems;
}

function unknownIn(text: string, knownNames: readonly string[]): string[] {
  return [...text.matchAll(placeholder)]
    .map(([, name = '']) => name)
    .filter((name) => !knownNames.includes(name));
}

/** Returns the request for one order; facts are escaped inside an address. */
export function traceRequest(source: TraceSource, facts: TraceFacts, token: string): OutboundRequest {
  const fill = (text: string, values: Readonly<Record<string, string>>) =>
    text.replace(placeholder, (_, name: string) => values[name] ?? '');
  const escaped = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, encodeURIComponent(value)]),
  );
  const url = fill(source.url, escaped);
  const params = Object.entries(source.params ?? {}).map(
    ([name, value]) => [name, fill(value, facts)] as const,
  );
  const headers = Object.entries(source.headers ?? {}).map(
    ([name, value]) => [name, fill(value, { ...facts, token })] as const,
  );
  return outboundRequest({ method: source.method, url }, headers, params);
}
