import { interfaceLimits } from '../interfaces/limits.ts';
import type { AnyInterface, PublicInterface } from './interface-model.ts';
import type { FieldKind } from './kinds/kind.ts';
import { findKind } from './kinds/kinds.ts';
import { formLimits } from './limits.ts';
import type { FieldModel, FormModel } from './model.ts';

/** The members of a field that name an interface, by their use. */
export const interfaceMembers = {
  options: 'optionsInterface',
  default: 'defaultValueInterface',
  complete: 'autoCompleteInterface',
  query: 'queryInterface',
} as const satisfies Record<string, keyof FieldModel>;
export type InterfaceUseName = keyof typeof interfaceMembers;

/** Returns the form for browsers: addresses, headers and fixed values of its interfaces stay on the server. */
export function withoutTargets(model: FormModel): FormModel {
  const { interfaces } = model.globalConfig;
  if (interfaces === undefined) return model;
  return { ...model, globalConfig: { ...model.globalConfig, interfaces: interfaces.map(publicInterface) } };
}

function publicInterface({
  id,
  title,
  requestParams = [],
  responseParams = [],
}: AnyInterface): PublicInterface {
  return {
    id,
    title,
    requestParams: publicParams(requestParams),
    responseParams: fieldsIn(responseParams).map((field) => ({ field })),
  };
}

type AnyParam = NonNullable<AnyInterface['requestParams' | 'responseParams']>[number];

function publicParams(params: readonly AnyParam[]): NonNullable<PublicInterface['requestParams']> {
  const isTyped = params.some((param) => 'typed' in param);
  return [...fieldsIn(params).map((field) => ({ field })), ...(isTyped ? [{ typed: true as const }] : [])];
}

/** Returns the fields that parameters name, each once. */
function fieldsIn(params: readonly AnyParam[]): string[] {
  return [...new Set(params.flatMap((param: AnyParam) => ('field' in param ? [param.field] : [])))];
}

/** The use of an interface by a field. */
export interface InterfaceUse {
  id: string;
  title: string;
  /** Fields whose values are parameters. */
  reads: readonly string[];
  /** Fields that the answer fills. */
  fills: readonly string[];
}

/** The interfaces of a field by their use. */
export type FieldInterfaces = Readonly<Partial<Record<InterfaceUseName, InterfaceUse>>> & {
  /** True if the query is sent when its parameters change, without its button. */
  queriesOnChange?: boolean;
};

interface CompileContext {
  interfaces: ReadonlyMap<string, AnyInterface>;
  /** Fields to which the interface may refer here. */
  scope: ReadonlyMap<string, FieldModel>;
  addProblem: (message: string) => void;
}

/** Compiles the interfaces of a field; undefined if it has none. */
export function compileInterfaces(model: FieldModel, context: CompileContext): FieldInterfaces | undefined {
  const uses = Object.entries(interfaceMembers).flatMap(([name, member]) => {
    const id = model[member];
    if (id === undefined) return [];
    const definition = context.interfaces.get(id);
    if (definition === undefined) {
      context.addProblem(`没有接口“${id}”`);
      return [];
    }
    const use = name as InterfaceUseName;
    for (const problem of problemsOfUse(use, model)) context.addProblem(problem);
    return [[use, compileUse(use, model, definition, context)] as const];
  });
  if (uses.length === 0) return undefined;
  return {
    ...(Object.fromEntries(uses) as Partial<Record<InterfaceUseName, InterfaceUse>>),
    ...(model.queryOnChange === true && { queriesOnChange: true }),
  };
}

function problemsOfUse(use: InterfaceUseName, model: FieldModel): string[] {
  const kind = findKind(model['x-component']);
  if (kind === undefined) return [];
  switch (use) {
    case 'options': {
      const setsOptions = model.linkage?.some(({ effects }) =>
        effects.some((effect) => typeof effect === 'object' && 'setOptions' in effect),
      );
      return [
        ...(kind.takesOptions ? [] : ['只有选择类的字段可以从接口取选项']),
        ...(setsOptions || model.options?.length ? ['选项来自接口时，不能再列出选项或用联动设置选项'] : []),
        ...(model['x-applicant'] ? ['选项来自接口的字段不能取自申请人'] : []),
      ];
    }
    case 'default':
      return isFillable(model) ? [] : ['该类型的字段不能从接口取默认值'];
    case 'complete':
      return kind.component === 'single-line' && !model['x-secret']
        ? []
        : ['只有不脱敏的单行文本可以用接口提示输入'];
    default:
      return kind.holdsValue ? [] : ['该类型的字段不能查询接口'];
  }
}

/** Checks whether an answer may be written into a field: one text, number, day or listed option. */
export function isFillable({ 'x-component': name, 'x-props': props = {}, ...field }: FieldModel): boolean {
  const kind = findKind(name);
  if (!kind?.holdsValue || kind.writeOnly || field.optionsInterface !== undefined) return false;
  const isChoice = kind.takesOptions || kind.ownOptions !== undefined;
  return isChoice
    ? kind.optionLevels === undefined && !kind.takesSeveral(props)
    : ['string', 'number'].includes(typeof kind.empty) || kind.comparesAs !== undefined;
}

function compileUse(
  use: InterfaceUseName,
  model: FieldModel,
  { id, title, requestParams = [], responseParams = [] }: AnyInterface,
  { scope, addProblem }: CompileContext,
): InterfaceUse {
  const reads = fieldsIn(requestParams);
  for (const read of reads) {
    const field = scope.get(read);
    const kind = field && findKind(field['x-component']);
    if (!field) addProblem(`接口“${title}”的参数引用了不存在的字段“${read}”`);
    else if (read === model.id && use !== 'query')
      addProblem(`接口“${title}”的参数不能是字段自己，输入的内容请用“正在输入的文字”`);
    // The browser has only the mask.
    else if (field['x-secret'] || kind?.writeOnly)
      addProblem(`接口“${title}”的参数不能是脱敏字段“${field.title}”`);
    // The value would be another one when the form is sent than when the interface was asked.
    else if (field.computed !== undefined)
      addProblem(`接口“${title}”的参数不能是自动计算的字段“${field.title}”`);
    else if (kind && !isParameterKind(kind)) addProblem(`接口“${title}”的参数不能取自字段“${field.title}”`);
  }
  const needsText = requestParams.some((param) => 'typed' in param);
  if (needsText !== (use === 'complete'))
    addProblem(
      needsText
        ? `接口“${title}”以正在输入的文字为参数，只能用于提示输入`
        : `接口“${title}”没有以正在输入的文字为参数，不能用于提示输入`,
    );
  const isFilling = use === 'query' || use === 'complete';
  const fills = isFilling ? fieldsIn(responseParams) : [];
  for (const filled of fills) {
    const field = scope.get(filled);
    if (!field) addProblem(`接口“${title}”的结果要填入不存在的字段“${filled}”`);
    else if (!isFillable(field)) addProblem(`接口“${title}”的结果不能填入字段“${field.title}”`);
  }
  if (use === 'query' && fills.length === 0) addProblem(`接口“${title}”没有要填入字段的结果`);
  return { id, title, reads, fills };
}

/** Checks whether a value of the kind has one text, or a code of the directory, that an interface can get. */
function isParameterKind({ component, holdsValue, holdsFiles, nests, secretParts }: FieldKind): boolean {
  return holdsValue && !holdsFiles && nests === undefined && !secretParts && component !== 'handler';
}

/** Checks that the interfaces of a form have the shape that compiling needs, as the server or a browser has them. */
export function problemOfInterfaceShape(interfaces: unknown): string | undefined {
  if (interfaces === undefined) return undefined;
  if (!Array.isArray(interfaces)) return '接口应为列表';
  if (interfaces.length > formLimits.interfaces) return `接口不得超过${formLimits.interfaces}个`;
  const ids = new Set<unknown>();
  for (const entry of interfaces as unknown[]) {
    if (!isObject(entry) || typeof entry.id !== 'string' || !/^[A-Za-z][\w-]{0,59}$/.test(entry.id))
      return '接口的标识应以字母开头，只含字母、数字、连字符和下划线';
    if (ids.has(entry.id)) return `接口的标识“${entry.id}”重复`;
    ids.add(entry.id);
    if (typeof entry.title !== 'string' || entry.title.trim() === '') return `接口“${entry.id}”缺少名称`;
    for (const member of ['requestParams', 'responseParams']) {
      const params = entry[member];
      if (params === undefined) continue;
      if (!Array.isArray(params) || !params.every(isObject)) return `接口“${entry.title}”的参数应为列表`;
      if (params.length > interfaceLimits.params)
        return `接口“${entry.title}”的参数不得超过${interfaceLimits.params}个`;
      if (params.some(({ field }) => field !== undefined && typeof field !== 'string'))
        return `接口“${entry.title}”的参数的字段有误`;
    }
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
