import { originOf } from '../interfaces/origin.ts';
import { collectProblems, type ReportProblem } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isMaskRule, type MaskRule, writeOnlyRule } from '../sensitive/masks.ts';
import { applicantValueOf } from './applicant-values.ts';
import type { CompiledField, CompiledForm, CompiledLinkage, CompiledRule } from './compiled-form.ts';
import { compileComputed, haveComputed } from './computed/computed.ts';
import { compileCondition } from './condition.ts';
import { compileInterfaces } from './field-interfaces.ts';
import type { FormFrame } from './frame.ts';
import { innerFields, innerPrefix } from './inner-fields.ts';
import type { AnyInterface } from './interface-model.ts';
import type { FieldKind } from './kinds/kind.ts';
import { canBeColumn, canBeInside, fieldKinds, isKindName, type KindName } from './kinds/kinds.ts';
import { withRemoteOptions } from './kinds/remote-choices.ts';
import { formLimits } from './limits.ts';
import { problemOfReference } from './linkage-references.ts';
import {
  type FieldModel,
  type FormModel,
  type Linkage,
  optionsOf,
  type Rule,
  sharedElementKey,
} from './model.ts';
import { flatFields } from './nested-values.ts';
import { flatOptions } from './option-tree.ts';
import { orderFields } from './order-fields.ts';
import type { NamedRule } from './rules/rule.ts';
import { namedRules } from './rules/rules.ts';
import { modelHoldsSecret } from './secret-values.ts';
import { readModel } from './shape.ts';
import { canBeSummed } from './sums.ts';

/**
 * Compiles a form model, or returns all its problems: shape, duplicate ids, unknown kinds and rules, linkage
 * to unknown fields or in a cycle, unsafe patterns. A model that compiles can be published.
 */
export function compileForm(json: unknown): CompiledForm | Problem[] {
  const model = readModel(json);
  if (Array.isArray(model)) return model;
  let form: CompiledForm | undefined;
  const problems = collectProblems((addProblem) => {
    form = compileModel(model, addProblem);
  });
  return form === undefined || problems.length > 0 ? problems : form;
}

function compileModel(model: FormModel, report: ReportProblem): CompiledForm {
  const { fields: fieldModels } = model.schema;
  const fieldModelsById = new Map(fieldModels.map((field) => [field.id, field]));
  lintDuplicates(fieldModels, '', report);
  const interfaces = new Map(model.globalConfig.interfaces?.map((each) => [each.id, each]));
  const fields: CompiledField[] = [];
  let sectionId: string | undefined;
  for (const fieldModel of fieldModels) {
    const field = compileField(fieldModel, {
      prefix: '',
      sectionId,
      scope: fieldModelsById,
      interfaces,
      report,
    });
    if (!field) continue;
    fields.push(field);
    if (field.kindName === 'heading') sectionId = field.id;
  }
  for (const id of model.globalConfig.allowEdit)
    if (!fieldModelsById.has(id)) report('globalConfig.allowEdit', `没有字段“${id}”`);
  if (fields.filter(({ kindName }) => kindName === 'rich-text').length > formLimits.richTextsOfForm)
    report('schema.fields', `富文本字段不得超过${formLimits.richTextsOfForm}个`);
  if (model.globalConfig.frame) {
    // Files are uploaded by our own field, which a page in a frame does not have.
    const withFile = fields.filter((field) => flatFields([field]).some(({ kind }) => kind.holdsFiles));
    for (const { id } of withFile) report(id, '第三方表单不能含附件字段');
  }
  const evaluationOrder = orderFields(fields, report);
  const { code, title, columns, allowEdit, frame } = model.globalConfig;
  return {
    code,
    title,
    columnCount: columns,
    allowEdit: new Set(allowEdit),
    fields,
    evaluationOrder,
    byId: new Map(fields.map((field) => [field.id, field])),
    triggers: new Set(flatFields(fields).flatMap(readsOfField)),
    hasComputed: haveComputed(fields),
    elementCodes: new Set(flatFields(fields).flatMap(({ element }) => element ?? [])),
    ...(frame && { frame: compileFrame(frame) }),
  };
}

/** Height for a few fields, until the page reports its own height. */
const defaultFrameHeight = 480;

function compileFrame({ url, height = defaultFrameHeight }: FormFrame) {
  return { url, origin: originOf(url) ?? '', height };
}

interface CompileScope {
  prefix: string;
  sectionId: string | undefined;
  /** Fields that linkage and rules may refer to here. */
  scope: ReadonlyMap<string, FieldModel>;
  interfaces: ReadonlyMap<string, AnyInterface>;
  report: ReportProblem;
  /** The field around this one. */
  around?: {
    kindName: KindName;
    encrypted: boolean;
    /** True for a table of the form, whose columns can use interfaces. */
    isTableOfForm: boolean;
    /** The models of all fields around. */
    models: readonly FieldModel[];
  };
}

function compileField(model: FieldModel, context: CompileScope): CompiledField | undefined {
  const path = context.prefix + model.id;
  const addProblem = (message: string) => context.report(path, message);
  const kindName = model['x-component'];
  if (!isKindName(kindName)) {
    addProblem(`不支持的字段类型“${kindName}”`);
    return undefined;
  }
  const interfaces = compileInterfaces(model, { ...context, addProblem });
  const ownKind = withReadNumbers(fieldKinds[kindName], model.rules);
  const kind = interfaces?.options ? withRemoteOptions(ownKind) : ownKind;
  const isOfFormOrTable = context.around?.isTableOfForm !== false;
  lintNesting(model, kindName, context.around?.kindName, addProblem);
  if (model['x-props']?.sum && !canBeSummed(kindName, context.around?.kindName === 'table'))
    addProblem('只有表格的数字列可以合计');
  if (interfaces && !isOfFormOrTable) addProblem('自增列表、对象和子表单中的字段不能使用接口');
  if (model['x-secret'] && !kind.maskable) addProblem('该类型的字段不能脱敏');
  if (model[sharedElementKey] !== undefined && !kind.holdsValue) addProblem('标题和分隔线不能有共享要素');
  if (kind.writeOnly && model.linkage?.some(setsValue)) addProblem('联动不能填写密码');
  if (context.prefix !== '' && model.rules?.some(({ rule }) => rule === 'process'))
    addProblem(
      context.around?.kindName === 'table'
        ? '表格的列不能使用规则库的规则，请设在表格或其他字段上'
        : '列表和对象中的字段不能使用规则库的规则，请设在列表、对象或其他字段上',
    );

  const inner = innerFields(model);
  const prefix = innerPrefix(model, path);
  const scope = scopeInside(context.scope, inner);
  lintDuplicates(inner, prefix, context.report);
  const isEncrypted =
    kind.writeOnly === true ||
    kind.secretParts !== undefined ||
    model['x-encryption'] === true ||
    context.around?.encrypted === true;
  const isTableOfForm = context.around === undefined && kindName === 'table';
  const modelsAround = context.around?.models ?? [];
  const around = { kindName, encrypted: isEncrypted, isTableOfForm, models: [...modelsAround, model] };
  const columns = inner.flatMap((field) => compileField(field, { ...context, prefix, scope, around }) ?? []);
  const linkage = (model.linkage ?? []).map((entry, index) =>
    compileLinkage(entry, `${path}#${index}`, context.scope, addProblem),
  );
  if (kind.takesOptions && !model.options?.length && !linkage.some(setsOptions)) addProblem('缺少选项');
  lintOptions(model, kind, addProblem);
  if (model.default !== undefined && kind.normalise(model.default) === undefined)
    addProblem('默认值与字段类型不符');

  return {
    id: model.id,
    path,
    title: model.title,
    kindName,
    kind,
    props: model['x-props'] ?? {},
    required: model.required === true,
    wide: model.width === undefined ? kind.wide : model.width === 'full',
    options: kind.ownOptions ?? model.options ?? [],
    help: model.help,
    defaultValue: model.default,
    computed: compileComputed(model, { scope: context.scope, around: modelsAround }, addProblem),
    rules: (model.rules ?? []).flatMap((rule) => compileRule(rule, context.scope, addProblem) ?? []),
    linkage,
    hiddenUntilShown: linkage.some(({ effects }) => effects.includes('show')),
    maskRule: kind.writeOnly ? writeOnlyRule : secretRuleOf(model, addProblem),
    ...(interfaces && { interfaces }),
    // Values inside a field are encrypted one by one.
    encrypted: isEncrypted && kind.nests === undefined,
    ...(model[sharedElementKey] !== undefined && { element: model[sharedElementKey] }),
    applicantValue: applicantValueOf(model, context.prefix !== '', addProblem),
    sectionId: context.prefix === '' && kindName !== 'heading' ? context.sectionId : undefined,
    columns,
    columnOrder: orderFields(columns, context.report),
  };
}

/**
 * Returns the fields that linkage may refer to inside a field; a copy for each field of a long form would be slow.
 */
function scopeInside(scope: CompileScope['scope'], inner: readonly FieldModel[]): CompileScope['scope'] {
  if (inner.length === 0) return scope;
  return new Map([...scope, ...inner.map((field) => [field.id, field] as const)]);
}

/** Reports fields inside a field that cannot have them, or that cannot be there. */
function lintNesting(
  { columns, fields }: FieldModel,
  kindName: KindName,
  around: KindName | undefined,
  addProblem: (message: string) => void,
): void {
  const { nests }: FieldKind = fieldKinds[kindName];
  const takesFields = nests !== undefined && kindName !== 'table';
  if (around === 'table' && !canBeColumn(kindName))
    addProblem('表格的列不能是表格、列表、对象、富文本、标题或分隔线');
  else if (around !== undefined && !canBeInside(kindName))
    addProblem('列表和对象中不能有富文本、标题或分隔线');
  if (kindName === 'table' && !columns?.length) addProblem('表格至少要有一列');
  if (kindName !== 'table' && columns) addProblem('只有表格可以有列');
  if (takesFields && !fields?.length) addProblem('其中至少要有一个字段');
  if (!takesFields && fields) addProblem('只有自增列表、对象和子表单中可以有字段');
}

/**
 * Returns the kind for a field with these rules: a phone or certificate number is stored as its rule checks it, with
 * half-width digits and without spaces.
 */
function withReadNumbers(kind: FieldKind, rules: readonly Rule[] = []): FieldKind {
  const readNumber = rules.map(({ rule }) => namedRules[rule]?.readNumber).find((read) => read !== undefined);
  if (readNumber === undefined || !kind.textual) return kind;
  return {
    ...kind,
    normalise(raw) {
      const text = kind.normalise(raw);
      return typeof text === 'string' ? readNumber(text) : text;
    },
  };
}

function secretRuleOf(model: FieldModel, addProblem: (message: string) => void): MaskRule | undefined {
  if (!model['x-secret']) return undefined;
  const rule = model['x-secret-rule'];
  if (!isMaskRule(rule)) {
    addProblem('脱敏规则不存在');
    return undefined;
  }
  return model['show-secret'] ? undefined : rule;
}

function compileLinkage(
  model: Linkage,
  key: string,
  scope: CompileScope['scope'],
  addProblem: (message: string) => void,
): CompiledLinkage {
  const when = compileCondition(model.when, addProblem, key);
  for (const id of when.reads) {
    const problem = problemOfReference(id, scope);
    if (problem !== undefined) addProblem(problem);
  }
  return { when, effects: model.effects };
}

function compileRule<R extends Rule>(
  rule: R,
  scope: CompileScope['scope'],
  addProblem: (message: string) => void,
): CompiledRule | undefined {
  const namedRule = namedRules[rule.rule] as NamedRule<R>;
  for (const id of namedRule.reads?.(rule) ?? []) {
    const readField = scope.get(id);
    if (!readField) addProblem(`校验规则引用了不存在的字段“${id}”`);
    // The browser has only the mask, and the tip of a rule may reveal the value.
    else if (rule.rule === 'process' && modelHoldsSecret(readField))
      addProblem(`规则库的规则不能引用脱敏字段或密码字段“${readField.title}”`);
  }
  const check = namedRule.compile(rule);
  if (typeof check === 'function') return { rule, check };
  addProblem(check.reason);
  return undefined;
}

function lintDuplicates(models: readonly FieldModel[], prefix: string, report: ReportProblem): void {
  const seen = new Set<string>();
  for (const { id } of models) {
    if (seen.has(id)) report(prefix + id, '字段标识重复');
    seen.add(id);
  }
}

function lintOptions(
  { options = [], linkage = [] }: FieldModel,
  { optionLevels }: FieldKind,
  addProblem: (message: string) => void,
): void {
  const values = flatOptions(options).map((option) => option.value);
  if (new Set(values).size < values.length) addProblem('选项的值重复');
  const linked = linkage.flatMap(({ effects }) => effects.flatMap((effect) => optionsOf(effect) ?? []));
  if (optionLevels === undefined && [...options, ...linked].some(({ children }) => children !== undefined))
    addProblem('该类型的字段的选项不能有下级');
}

function setsOptions(linkage: CompiledLinkage): boolean {
  return linkage.effects.some((effect) => optionsOf(effect) !== undefined);
}

function setsValue({ effects }: Linkage): boolean {
  return effects.some((effect) => typeof effect === 'object' && 'setValue' in effect);
}

function readsOfField(field: CompiledField): readonly string[] {
  const { options } = field.interfaces ?? {};
  return [
    ...field.linkage.flatMap((linkage) => linkage.when.reads),
    ...(field.computed?.reads ?? []),
    ...(options?.reads ?? []),
  ];
}
