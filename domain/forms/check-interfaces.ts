import type { ReportProblem } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import { interfaceMembers } from './field-interfaces.ts';
import { originOf } from './frame.ts';
import { innerFields } from './inner-fields.ts';
import type { FormInterface } from './interface-model.ts';
import { problemsOfHeaders } from './interface-request.ts';
import { formLimits } from './limits.ts';
import { memberPath } from './member-path.ts';
import type { FieldModel, FormModel } from './model.ts';

const maxUrlLength = 2000;
const paramKey = /^[^\p{Cc}\s]{1,60}$/u;

/** Reports every problem of the interfaces of a form that is to be published; their shape was checked before. */
export function checkInterfaces(
  { globalConfig: { interfaces = [] } }: FormModel,
  report: ReportProblem,
): void {
  for (const definition of interfaces as readonly FormInterface[]) {
    for (const problem of problemsOfInterface(definition))
      report(`globalConfig.interfaces.${definition.id}`, `接口“${definition.title}”：${problem}`);
  }
}

function problemsOfInterface(definition: FormInterface): string[] {
  const { title, targetUrl, method, dataKey, paramRemark = '', headers = {} } = definition;
  const { requestParams = [], responseParams = [] } = definition;
  const areHeaders = isObject(headers) && Object.values(headers).every((value) => typeof value === 'string');
  const problems: (string | false)[] = [
    title.length > 50 && '名称不得超过50个字符',
    !isTarget(targetUrl) && '地址应为 http 或 https 地址，不能带用户名、密码或 # 之后的内容',
    method !== 'GET' && method !== 'POST' && '请求方式只能是 GET 或 POST',
    !isPath(dataKey) && '数据的位置不正确',
    (typeof paramRemark !== 'string' || paramRemark.length > formLimits.helpLength) &&
      `参数说明不得超过${formLimits.helpLength}个字符`,
    !areHeaders && '请求头应为名称和值',
    areHeaders &&
      Object.keys(headers).length > formLimits.interfaceParams &&
      `请求头不得超过${formLimits.interfaceParams}个`,
    ...(areHeaders ? problemsOfHeaders(headers) : []),
    ...requestParams.map(
      (param) =>
        !(typeof param.key === 'string' && paramKey.test(param.key) && isParamValue(param)) &&
        `参数“${String(param.key)}”不正确`,
    ),
    ...responseParams.map(
      (param) =>
        !(isPath(param.key) && param.key !== undefined && ('field' in param || isPart(param.part))) &&
        `结果“${String(param.key)}”不正确`,
    ),
  ];
  return problems.filter((problem) => problem !== false);
}

function isParamValue(param: object): boolean {
  if ('field' in param) return true;
  if ('typed' in param) return param.typed === true;
  return (
    'value' in param &&
    typeof param.value === 'string' &&
    param.value.length <= formLimits.interfaceParamLength
  );
}

function isTarget(url: unknown): boolean {
  return typeof url === 'string' && url.length <= maxUrlLength && originOf(url) !== undefined;
}

function isPath(path: unknown): boolean {
  return path === undefined || (typeof path === 'string' && memberPath.test(path));
}

function isPart(part: unknown): boolean {
  return part === 'value' || part === 'label' || part === 'children';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns hints for an author: systems that the operator has not allowed, and interfaces that no field uses. */
export function hintsOfInterfaces(
  { globalConfig: { interfaces = [] }, schema }: FormModel,
  origins: readonly string[],
): Problem[] {
  const used = new Set(usedInterfaces(schema.fields));
  return (interfaces as readonly FormInterface[]).flatMap(({ id, title, targetUrl }) => {
    const origin = originOf(targetUrl);
    const messages = [
      ...(origin !== undefined && !origins.includes(origin)
        ? [`接口“${title}”的系统“${origin}”尚未由运维人员允许，允许之前填写人会看到“查询异常”`]
        : []),
      ...(used.has(id) ? [] : [`没有字段使用接口“${title}”`]),
    ];
    return messages.map((message) => ({ field: `globalConfig.interfaces.${id}`, message }));
  });
}

function usedInterfaces(fields: readonly FieldModel[]): string[] {
  return fields.flatMap((field) => [
    ...Object.values(interfaceMembers).flatMap((member) => field[member] ?? []),
    ...usedInterfaces(innerFields(field)),
  ]);
}
