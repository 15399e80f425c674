import { expressionLimits } from '../expressions/limits.ts';
import { collectProblems, type ReportProblem } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isInheritedProperty } from '../texts/characters.ts';
import { interfaceMembers, problemOfInterfaceShape } from './field-interfaces.ts';
import { problemsOfFrame } from './frame.ts';
import { innerPrefix } from './inner-fields.ts';
import { maxOptionLevels } from './kinds/tree-select/tree-select.ts';
import { formLimits } from './limits.ts';
import { type FormModel, isComputedRule, isOperator, sharedElementKey } from './model.ts';
import { isRuleName } from './rules/rules.ts';
import { isSharedElementCode } from './shared-elements.ts';

type Json = Readonly<Record<string, unknown>>;

/** Checks that JSON from outside has the shape of a form model, and lists every place where it does not. */
export function readModel(json: unknown): FormModel | Problem[] {
  if (
    !isObject(json) ||
    !isObject(json.schema) ||
    !isList(json.schema.fields) ||
    !isObject(json.globalConfig)
  ) {
    return [{ field: 'schema', message: '表单模型应含 schema.fields 和 globalConfig' }];
  }
  const { globalConfig } = json;
  const { fields } = json.schema;
  const problems = collectProblems((report) => checkModel(globalConfig, fields, report));
  // Every key that `domain/forms` reads was checked above.
  return problems.length > 0 ? problems : (json as unknown as FormModel);
}

function checkModel(globalConfig: Json, fields: readonly unknown[], report: ReportProblem): void {
  const { code, title, columns, allowEdit, frame } = globalConfig;
  if (!isText(code)) report('globalConfig.code', '缺少表单编码');
  if (!isText(title)) report('globalConfig.title', '缺少表单名称');
  if (columns !== 1 && columns !== 2) report('globalConfig.columns', '列数应为 1 或 2');
  if (!isList(allowEdit) || !allowEdit.every(isText)) report('globalConfig.allowEdit', '应为字段列表');
  for (const problem of problemsOfFrame(frame)) report('globalConfig.frame', problem);
  const interfaceProblem = problemOfInterfaceShape(globalConfig.interfaces);
  if (interfaceProblem !== undefined) report('globalConfig.interfaces', interfaceProblem);
  if (fields.length > formLimits.fields) report('schema.fields', `字段不得超过${formLimits.fields}个`);
  else checkFields(fields, 'schema.fields', report);
}

/**
 * Checks the fields of a form, or the columns of a table; `prefix` precedes the ids of columns, as in
 * `compileForm`.
 */
function checkFields(
  fields: readonly unknown[],
  path: string,
  report: ReportProblem,
  prefix = '',
  depth = 0,
): void {
  for (const [index, field] of fields.entries())
    checkField(field, `${path}[${index}]`, report, prefix, depth);
}

function checkField(
  field: unknown,
  path: string,
  report: ReportProblem,
  prefix: string,
  depth: number,
): void {
  if (!isObject(field)) {
    report(path, '字段应为对象');
    return;
  }
  const fieldPath = isText(field.id) ? prefix + field.id : path;
  if (!isText(field.id) || !/^[A-Za-z][A-Za-z0-9]{0,63}$/.test(field.id) || isInheritedProperty(field.id)) {
    report(fieldPath, '字段标识应以字母开头，只含字母和数字');
  }
  if (!isText(field.title)) report(fieldPath, '缺少字段名称');
  if (!isText(field['x-component'])) report(fieldPath, '缺少字段类型');
  if (!isOptional(field.computed, isText)) report(fieldPath, '缺少算式');
  else if (isText(field.computed) && field.computed.length > expressionLimits.length)
    report(fieldPath, `算式不得超过${expressionLimits.length}个字符`);
  if (!isOptional(field.computedRule, isComputedRule))
    report(fieldPath, '计算方式应为 always 或 untilChanged');
  if (!isOptional(field['x-props'], isObject)) report(fieldPath, 'x-props 应为对象');
  if (!isOptional(field[sharedElementKey], isSharedElementCode))
    report(fieldPath, '共享要素的编码应以小写字母开头，由小写字母、数字和连字符组成');
  if (isTooLong(field.options)) report(fieldPath, tooManyOptions);
  else if (!isOptional(field.options, (options) => isOptions(options)))
    report(fieldPath, `选项应为值和名称的列表，下级不超过${maxOptionLevels}级`);
  if (Object.values(interfaceMembers).some((member) => !isOptional(field[member], isText)))
    report(fieldPath, '接口的标识应为文字');
  checkEach(field.rules, fieldPath, '校验规则', report, checkRule);
  checkEach(field.linkage, fieldPath, '联动', report, checkLinkage);
  if (field.columns !== undefined && field.fields !== undefined) report(fieldPath, '不能同时有列和字段');
  else checkInner(field, { path, fieldPath, report, depth });
}

const innerName = { columns: '列', fields: '其中的字段' };

/** Checks the columns of a table, or the fields inside a list or an object. */
function checkInner(
  field: Json,
  {
    path,
    fieldPath,
    report,
    depth,
  }: { path: string; fieldPath: string; report: ReportProblem; depth: number },
): void {
  for (const key of ['columns', 'fields'] as const) {
    const inner = field[key];
    if (inner === undefined) continue;
    if (!isList(inner)) report(fieldPath, `${innerName[key]}应为列表`);
    else if (depth >= formLimits.nesting) report(fieldPath, `字段的嵌套不得超过${formLimits.nesting}层`);
    else if (inner.length > formLimits.columns)
      report(fieldPath, `${innerName[key]}不得超过${formLimits.columns}个`);
    else {
      const kind = String(field['x-component']);
      checkFields(
        inner,
        `${path}.${key}`,
        report,
        innerPrefix({ 'x-component': kind }, fieldPath),
        depth + 1,
      );
    }
  }
}

function checkEach(
  list: unknown,
  fieldPath: string,
  listName: string,
  report: ReportProblem,
  check: (item: Json) => string | undefined,
) {
  if (list === undefined) return;
  if (!isList(list)) {
    report(fieldPath, `${listName}应为列表`);
    return;
  }
  for (const item of list) {
    const problem = isObject(item) ? check(item) : '应为对象';
    if (problem !== undefined) report(fieldPath, `${listName}${problem}`);
  }
}

function checkRule(rule: Json): string | undefined {
  if (!isRuleName(rule.rule)) return `“${String(rule.rule)}”不存在`;
  return isOptional(rule.message, isText) ? undefined : '的提示应为文字';
}

function checkLinkage(linkage: Json): string | undefined {
  if (!isList(linkage.effects)) return '的效果有误';
  if (linkage.effects.some((effect) => isObject(effect) && isTooLong(effect.setOptions)))
    return `的${tooManyOptions}`;
  if (!linkage.effects.every(isEffect)) return '的效果有误';
  return problemOfCondition(linkage.when, formLimits.conditionDepth);
}

function problemOfCondition(condition: unknown, depth: number): string | undefined {
  if (depth === 0) return '条件嵌套过深';
  if (!isObject(condition)) return '条件应为对象';
  const nested = condition.and ?? condition.or ?? (condition.not === undefined ? undefined : [condition.not]);
  if (nested === undefined) {
    return isText(condition.field) && isOperator(condition.is) ? undefined : '条件缺少字段或运算符';
  }
  if (!isList(nested)) return '条件的组合应为列表';
  for (const part of nested) {
    const problem = problemOfCondition(part, depth - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isEffect(effect: unknown): boolean {
  if (isText(effect)) return ['show', 'hide', 'require', 'disable'].includes(effect);
  return isObject(effect) && ('setValue' in effect || isOptions(effect.setOptions));
}

const tooManyOptions = `选项不得超过${formLimits.options}个`;

function isTooLong(options: unknown): boolean {
  return isList(options) && countUpTo(options, formLimits.options + 1) > formLimits.options;
}

/** Counts options with those below them, up to a number. */
function countUpTo(options: readonly unknown[], max: number): number {
  let count = options.length;
  for (const option of options) {
    if (count >= max) return max;
    if (isObject(option) && isList(option.children)) count += countUpTo(option.children, max - count);
  }
  return Math.min(count, max);
}

function isOptions(value: unknown, level = 1): boolean {
  if (!isList(value) || isTooLong(value) || level > maxOptionLevels) return false;
  return value.every(
    (option) =>
      isObject(option) &&
      isText(option.value) &&
      isText(option.label) &&
      isOptional(option.children, (children) => isOptions(children, level + 1)),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}
