import { RuleOperator } from '../enumerations/rule-operator.ts';
import { RuleType } from '../enumerations/rule-type.ts';
import { ValidationKind } from '../enumerations/validation-kind.ts';
import { hintsOfInterface, isPath, problemsOfInterface } from '../interfaces/check-interface.ts';
import type { Problem } from '../refusals/refusals.ts';
import { isBlank, isInheritedProperty, problemOfLength, problemOfLine } from '../texts/characters.ts';
import { codePattern } from '../texts/code-pattern.ts';
import { ruleLimits } from './limits.ts';
import {
  type ComparedCondition,
  type ConfiguredRule,
  dataKeyPattern,
  hasConditions,
  isScriptKind,
  ParamSource,
  paramTypeLabel,
  type RuleParam,
} from './model.ts';
import { readTyped } from './typed-values.ts';

/** The other records that a rule may name. */
export interface RuleSurroundings {
  groups: ReadonlySet<string>;
  categories: ReadonlySet<string>;
  /** The newest version of every published rule, by id. */
  rules: ReadonlyMap<string, ConfiguredRule>;
}

/** Returns every problem of a rule, at its place; a rule with problems cannot be published. */
export function problemsOfConfiguredRule(rule: ConfiguredRule, surroundings: RuleSurroundings): Problem[] {
  return [
    ...problemsOfBase(rule, surroundings),
    ...rule.ruleParams.flatMap((_, index) => problemsOfParam(rule, index, surroundings)),
    ...problemsOfKind(rule, surroundings),
    ...rule.examples.flatMap((example, index) => {
      const message =
        example.name.trim() === '' ? '请填写例子的名称' : lineProblem(example.name, '例子的名称');
      return message ? [{ field: `examples.${index}.name`, message }] : [];
    }),
  ];
}

const lineProblem = (text: string, subject: string, limit: number = ruleLimits.nameLength) =>
  problemOfLine(text, subject) ?? problemOfLength(text, limit, subject);

function problemsOfBase({ ruleBase }: ConfiguredRule, { groups, categories, rules }: RuleSurroundings) {
  const { id, name, groupId, categoryId, tipContext, kind, type } = ruleBase;
  const problems: Problem[] = [];
  const report = (field: string, message: string | undefined) => {
    if (message) problems.push({ field: `ruleBase.${field}`, message });
  };
  if (!codePattern.test(id) || isInheritedProperty(id))
    report('id', '规则编码应以小写字母开头，由小写字母、数字和连字符组成，不超过 60 个字符');
  report('name', isBlank(name) ? '请填写规则名称' : lineProblem(name, '规则名称'));
  report('tipContext', lineProblem(tipContext, '提示', ruleLimits.tipLength));
  if (groupId !== '' && !groups.has(groupId)) report('groupId', '规则组不存在，请重新选择');
  if (categoryId !== '' && !categories.has(categoryId)) report('categoryId', '规则类型不存在，请重新选择');
  if (type === RuleType.generation && !isScriptKind(kind) && kind !== ValidationKind.serviceOrchestration)
    report('kind', '生成类规则由脚本得出值，校验方式应是脚本或服务编排');
  const inGroup = [...rules.values()].filter(
    (other) => other.ruleBase.groupId === groupId && !isSameRule(other, id),
  );
  if (groupId !== '' && inGroup.length >= ruleLimits.rulesOfGroup)
    report('groupId', `一个规则组最多 ${ruleLimits.rulesOfGroup} 条规则`);
  return problems;
}

const isSameRule = ({ ruleBase }: ConfiguredRule, id: string) => ruleBase.id === id;

function problemsOfParam(rule: ConfiguredRule, index: number, { rules }: RuleSurroundings): Problem[] {
  const { ruleParams, ruleBase } = rule;
  const param = ruleParams[index];
  if (!param) return [];
  const { dataKey, name, source, elementId, paramId, paramType } = param;
  const problems: Problem[] = [];
  const report = (field: string, message: string | undefined) => {
    if (message) problems.push({ field: `ruleParams.${index}.${field}`, message });
  };
  if (!dataKeyPattern.test(dataKey) || isInheritedProperty(dataKey))
    report('dataKey', 'dataKey 应以字母开头，由字母、数字和下划线组成，不超过 60 个字符');
  else if (ruleParams.findIndex((other) => other.dataKey === dataKey) < index)
    report('dataKey', `dataKey“${dataKey}”重复`);
  report('name', isBlank(name) ? '请填写参数名称' : lineProblem(name, '参数名称'));
  if (source === ParamSource.fixed) report('value', problemOfFixedValue(param.value, param));
  else if (ruleBase.kind === ValidationKind.element) report('source', '要素的参数应是固定值');
  if (source === ParamSource.answer) {
    if (ruleBase.kind !== ValidationKind.interface) report('source', '只有接口校验的规则有接口的应答');
    else if (param.value !== '' && !isPath(param.value))
      report('value', '应答中的名称应形如 status 或 detail.status');
  }
  if (source === ParamSource.element) {
    const element = rules.get(elementId);
    const target = element?.ruleParams.find((other) => other.dataKey === paramId);
    if (!element || element.ruleBase.kind !== ValidationKind.element)
      report('elementId', '请选择已发布的要素');
    else if (!target) report('paramId', `要素“${element.ruleBase.name}”没有这个参数`);
    else if (target.paramType !== paramType)
      report('paramType', `要素的参数是${paramTypeLabel[target.paramType]}，类型应一致`);
  }
  return problems;
}

function problemOfFixedValue(value: string, { paramType }: Pick<RuleParam, 'paramType'>): string | undefined {
  const length = problemOfLength(value, ruleLimits.valueLength, '固定值');
  if (length) return length;
  const read = readTyped(paramType, value);
  if (read === 'empty') return '请填写固定值';
  const example = { number: '如 24 或 0.5', date: '如 2026-11-30', text: '' }[paramType];
  return read === 'unlike' ? `固定值不是${paramTypeLabel[paramType]}，${example}` : undefined;
}

function problemsOfKind(rule: ConfiguredRule, surroundings: RuleSurroundings): Problem[] {
  const { kind } = rule.ruleBase;
  const problems: Problem[] = [];
  const compares = hasConditions(kind);
  if (compares && rule.ruleConditions.length === 0)
    problems.push({ field: 'ruleConditions', message: '请至少添加一个条件' });
  if (compares) problems.push(...rule.ruleConditions.flatMap((_, index) => problemsOfCondition(rule, index)));
  else if (rule.ruleConditions.length > 0)
    problems.push({ field: 'ruleConditions', message: '只有共享规则和接口有条件，请删除条件' });
  if (kind === ValidationKind.element && rule.ruleParams.length === 0)
    problems.push({ field: 'ruleParams', message: '请至少添加一个参数' });
  if (isScriptKind(kind)) {
    const message = isBlank(rule.script)
      ? '请填写脚本'
      : problemOfLength(rule.script, ruleLimits.scriptLength, '脚本');
    if (message) problems.push({ field: 'script', message });
  } else if (!isBlank(rule.script))
    problems.push({ field: 'script', message: '这种校验方式没有脚本，请删除脚本' });
  return [...problems, ...problemsOfRuleInterface(rule), ...problemsOfSteps(rule, surroundings)];
}

/** Returns every problem of the interface of a rule; a rule with one asks nothing, not even in a trial. */
export function problemsOfRuleInterface({
  ruleBase,
  ruleParams,
  interface: definition,
}: ConfiguredRule): Problem[] {
  if (ruleBase.kind !== ValidationKind.interface)
    return definition ? [{ field: 'interface', message: '只有接口校验的规则有接口，请删除接口' }] : [];
  if (!definition) return [{ field: 'interface.targetUrl', message: '请填写接口地址' }];
  const problems = problemsOfInterface(definition).map(({ part, message }) => ({
    field: `interface.${part}`,
    message: part === 'targetUrl' && definition.targetUrl === '' ? '请填写接口地址' : message,
  }));
  for (const param of definition.requestParams ?? []) {
    if (!('field' in param)) continue;
    const named = ruleParams.find(({ dataKey }) => dataKey === param.field);
    const message = !named
      ? `请求参数“${param.key}”没有对应的参数`
      : named.source === ParamSource.answer
        ? `请求参数“${param.key}”不能取自接口的应答`
        : undefined;
    if (message) problems.push({ field: 'interface.requestParams', message });
  }
  if (!ruleParams.some(({ source }) => source === ParamSource.answer))
    problems.push({ field: 'ruleParams', message: '请至少添加一个取自接口的应答的参数' });
  return problems;
}

function problemsOfCondition({ ruleParams, ruleConditions }: ConfiguredRule, index: number): Problem[] {
  const condition = ruleConditions[index] as ComparedCondition;
  const { dataKey, paramType, compareValueKey, compareValue } = condition;
  const problems: Problem[] = [];
  const report = (field: string, message: string | undefined) => {
    if (message) problems.push({ field: `ruleConditions.${index}.${field}`, message });
  };
  const paramOf = (key: string) => ruleParams.find((param) => param.dataKey === key);
  const reportParam = (field: string, key: string) => {
    const param = paramOf(key);
    if (!param) report(field, key === '' ? '请选择参数' : `没有参数“${key}”`);
    else if (param.paramType !== paramType)
      report(
        field,
        `参数“${param.name}”是${paramTypeLabel[param.paramType]}，条件按${paramTypeLabel[paramType]}比较`,
      );
  };
  reportParam('dataKey', dataKey);
  if (compareValueKey === '') report('compareValue', problemOfFixedValue(compareValue, condition));
  else if (compareValueKey === dataKey) report('compareValueKey', '不能与自身比较');
  else reportParam('compareValueKey', compareValueKey);
  return problems;
}

function problemsOfSteps({ ruleBase, steps }: ConfiguredRule, { rules }: RuleSurroundings): Problem[] {
  if (ruleBase.kind !== ValidationKind.serviceOrchestration)
    return steps.length > 0 ? [{ field: 'steps', message: '只有服务编排有步骤，请删除步骤' }] : [];
  if (steps.length === 0) return [{ field: 'steps', message: '请至少添加一条规则' }];
  const problems = steps.flatMap((id, index) => {
    const field = `steps.${index}`;
    const step = rules.get(id);
    if (!step) return [{ field, message: id === '' ? '请选择规则' : `规则“${id}”尚未发布` }];
    if (steps.indexOf(id) < index) return [{ field, message: `规则“${step.ruleBase.name}”重复` }];
    const { reachesRule, depth } = walkSteps(id, ruleBase.id, rules, 1);
    if (reachesRule) return [{ field, message: `规则“${step.ruleBase.name}”又用到本规则，形成循环` }];
    if (depth > ruleLimits.depth) return [{ field, message: `服务编排最多嵌套 ${ruleLimits.depth} 层` }];
    return [];
  });
  return problems;
}

/** Walks from a step to the rules that it uses, at most as deep as one level beyond the limit. */
function walkSteps(
  id: string,
  target: string,
  rules: RuleSurroundings['rules'],
  depth: number,
): { reachesRule: boolean; depth: number } {
  if (id === target) return { reachesRule: true, depth };
  const rule = rules.get(id);
  if (rule?.ruleBase.kind !== ValidationKind.serviceOrchestration || depth > ruleLimits.depth)
    return { reachesRule: false, depth };
  const below = rule.steps.map((step) => walkSteps(step, target, rules, depth + 1));
  return {
    reachesRule: below.some(({ reachesRule }) => reachesRule),
    depth: Math.max(depth, ...below.map((walk) => walk.depth)),
  };
}

/**
 * Returns notes on parts of a rule that are permitted but often a mistake; `origins` are the systems that the
 * operator allows.
 */
export function hintsOfConfiguredRule(rule: ConfiguredRule, origins: readonly string[]): Problem[] {
  const { ruleParams, ruleConditions, ruleBase, interface: remote } = rule;
  const used = new Set([
    ...ruleConditions.flatMap(({ dataKey, compareValueKey }) => [dataKey, compareValueKey]),
    ...(remote?.requestParams ?? []).flatMap((param) => ('field' in param ? [param.field] : [])),
  ]);
  const compares = hasConditions(ruleBase.kind);
  return [
    ...(remote ? hintsOfInterface(remote, '接口', origins, '规则按校验失败处理') : []).map((message) => ({
      field: 'interface.targetUrl',
      message,
    })),
    ...ruleParams.flatMap(({ dataKey, name }, index) =>
      compares && !used.has(dataKey)
        ? [{ field: `ruleParams.${index}.dataKey`, message: `参数“${name}”没有用在条件中` }]
        : [],
    ),
    ...ruleConditions.flatMap(({ paramType, operator }, index) =>
      paramType === 'text' && operator !== RuleOperator.equal
        ? [
            {
              field: `ruleConditions.${index}.operator`,
              message: '文字按字符的编码比较先后，“10”小于“9”；比较大小请用数字',
            },
          ]
        : [],
    ),
  ];
}
