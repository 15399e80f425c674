import type { PartChange } from '../part-change.ts';

/** An interface of another system that the server asks, with the names of the specification (S2 §3). */
export interface OutboundInterface {
  targetUrl: string;
  method: 'GET' | 'POST';
  /** Path of the data in the answer, members joined by dots; `data` by default. */
  dataKey?: string;
  /** A note about the parameters for authors. */
  paramRemark?: string;
  /** Values may contain `{token}`, the operator's secret for the origin. */
  headers?: Readonly<Record<string, string>>;
  requestParams?: readonly RequestParam[];
}

/**
 * A parameter of the request: the query of a GET, a member of the JSON body of a POST. Its value is fixed, that of a
 * field of the form (or of a parameter of the rule), or the text that is being typed into a field with auto-complete.
 */
export type RequestParam = { key: string } & ({ value: string } | { field: string } | { typed: true });

/**
 * Returns the parts of an interface in words; without values of headers, fixed values and the query of its address,
 * because they may be secret.
 */
export function interfaceParts(
  { targetUrl, method, dataKey, headers = {}, requestParams = [] }: OutboundInterface,
  nameOf: (field: string) => string,
): string[] {
  const [address, query] = targetUrl.split('?', 2);
  const sent = requestParams.map((param) => {
    if ('field' in param) return `${param.key}＝${nameOf(param.field)}`;
    return `${param.key}＝${'typed' in param ? '正在输入的文字' : '固定值'}`;
  });
  return [
    `${method} ${address}${query === undefined ? '' : '?…'}`,
    ...(dataKey ? [`数据在 ${dataKey}`] : []),
    ...(Object.keys(headers).length > 0 ? [`请求头：${Object.keys(headers).join('、')}`] : []),
    ...(sent.length > 0 ? [`参数：${sent.join('、')}`] : []),
  ];
}

/** Returns whether values that may be secret have changed; the values themselves are not named. */
export function changeOfValues(
  name: string,
  before: OutboundInterface | undefined,
  after: OutboundInterface | undefined,
): PartChange[] {
  if (!before || !after || valuesOf(before) === valuesOf(after)) return [];
  return [{ part: `${name}的请求头、固定值或地址参数`, before: '（不显示）', after: '（已修改）' }];
}

function valuesOf({ targetUrl, headers = {}, requestParams = [] }: OutboundInterface): string {
  const fixed = requestParams.flatMap((param) => ('value' in param ? [[param.key, param.value]] : []));
  const byName = ([one = '']: readonly string[], [other = '']: readonly string[]) => (one < other ? -1 : 1);
  return JSON.stringify([targetUrl.split('?')[1], Object.entries(headers).sort(byName), fixed]);
}
