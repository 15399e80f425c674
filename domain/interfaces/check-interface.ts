import { problemsOfHeaders } from './interface-request.ts';
import { interfaceLimits } from './limits.ts';
import { memberPath } from './member-path.ts';
import { originOf } from './origin.ts';
import type { OutboundInterface } from './outbound-interface.ts';

const paramKey = /^[^\p{Cc}\s]{1,60}$/u;

/** Returns every problem of an interface that is to be published, at its part; its lists contain objects. */
export function problemsOfInterface(
  definition: OutboundInterface,
): { part: keyof OutboundInterface; message: string }[] {
  const { targetUrl, method, dataKey, paramRemark = '', headers = {}, requestParams = [] } = definition;
  const areHeaders = isObject(headers) && Object.values(headers).every((value) => typeof value === 'string');
  const problems: { part: keyof OutboundInterface; message: string }[] = [];
  const report = (part: keyof OutboundInterface, isWrong: boolean, message: string) => {
    if (isWrong) problems.push({ part, message });
  };
  report('targetUrl', !isTarget(targetUrl), '地址应为 http 或 https 地址，不能带用户名、密码或 # 之后的内容');
  report('method', method !== 'GET' && method !== 'POST', '请求方式只能是 GET 或 POST');
  report('dataKey', !isPath(dataKey), '数据的位置不正确');
  const isRemark = typeof paramRemark === 'string' && paramRemark.length <= interfaceLimits.remarkLength;
  report('paramRemark', !isRemark, `参数说明不得超过${interfaceLimits.remarkLength}个字符`);
  report('headers', !areHeaders, '请求头应为名称和值');
  if (areHeaders) {
    const isTooMany = Object.keys(headers).length > interfaceLimits.params;
    report('headers', isTooMany, `请求头不得超过${interfaceLimits.params}个`);
    for (const problem of problemsOfHeaders(headers)) report('headers', true, problem);
  }
  for (const param of requestParams) {
    const isKey = typeof param.key === 'string' && paramKey.test(param.key);
    report('requestParams', !(isKey && isParamValue(param)), `参数“${String(param.key)}”不正确`);
  }
  return problems;
}

function isParamValue(param: object): boolean {
  if ('field' in param) return true;
  if ('typed' in param) return param.typed === true;
  return (
    'value' in param && typeof param.value === 'string' && param.value.length <= interfaceLimits.paramLength
  );
}

function isTarget(url: unknown): boolean {
  return typeof url === 'string' && url.length <= interfaceLimits.urlLength && originOf(url) !== undefined;
}

/** Checks for a path of members, or none. */
export function isPath(path: unknown): boolean {
  return path === undefined || (typeof path === 'string' && memberPath.test(path));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns hints for an author: a system that the operator has not allowed, and values that are not entered yet. */
export function hintsOfInterface(
  definition: OutboundInterface,
  name: string,
  origins: readonly string[],
  consequence: string,
): string[] {
  const origin = originOf(definition.targetUrl);
  const missing = missingValues(definition);
  return [
    ...(origin !== undefined && !origins.includes(origin)
      ? [`${name}的系统“${origin}”尚未由运维人员允许，允许之前${consequence}`]
      : []),
    ...(missing.length > 0 ? [`${name}还没有填写${missing.join('、')}`] : []),
  ];
}

/** Returns the headers and fixed values without content, as words. */
export function missingValues({ headers = {}, requestParams = [] }: OutboundInterface): string[] {
  return [
    ...Object.entries(headers).flatMap(([name, value]) => (value === '' ? [`请求头“${name}”`] : [])),
    ...requestParams.flatMap((param) =>
      'value' in param && param.value === '' ? [`参数“${param.key}”的固定值`] : [],
    ),
  ];
}
