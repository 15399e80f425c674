/** Checks the rules of the library that the buttons and the conditions of a process use (docs/decisions/0219). */
import { applyAuthority, FieldAccess } from '../../forms/authority.ts';
import type { CompiledForm } from '../../forms/compiled-form.ts';
import { holdsSecret } from '../../forms/secret-values.ts';
import type { Problem } from '../../refusals/refusals.ts';
import type { UsableRule } from '../../rules/usable-rule.ts';
import { rulesOfCondition } from '../conditions/condition.ts';
import { definitionLimits } from '../model/limits.ts';
import type { ProcessDefinition, UserTaskNode } from '../model/model.ts';
import { formsOfProcess } from './lint-bindings.ts';

/** A place of a process that uses a rule. */
export interface RuleUseInProcess {
  code: string;
  kind: 'button' | 'condition';
  /** Id of the node or the flow. */
  field: string;
  /** Name of the place, such as `环节“审查”的按钮“同意”`. */
  place: string;
  /** The node of a button. */
  node?: UserTaskNode;
}

/** Returns every use of a rule in a process. */
export function rulesOfProcess({
  nodes,
  flows,
}: Pick<ProcessDefinition, 'nodes' | 'flows'>): RuleUseInProcess[] {
  const nameOf = (id: string) => nodes[id]?.name || id;
  const ofFlows = Object.values(flows).flatMap(({ id, sourceId, targetId, condition = '' }) =>
    rulesOfCondition(condition).map((code) => ({
      ...{ code, kind: 'condition' as const, field: id },
      place: `“${nameOf(sourceId)}”到“${nameOf(targetId)}”的条件`,
    })),
  );
  const ofNodes = Object.values(nodes).flatMap((node): RuleUseInProcess[] => {
    if (node.kind !== 'userTask') return [];
    const place = `环节“${node.name}”`;
    return [
      ...rulesOfCondition(node.instances?.until ?? '').map((code) => ({
        ...{ code, kind: 'condition' as const, field: node.id },
        place: `${place}的办结条件`,
      })),
      ...node.buttons.flatMap(({ name, rule, state }) =>
        rule === undefined || state !== 1
          ? []
          : [{ code: rule, kind: 'button' as const, field: node.id, place: `${place}的按钮“${name}”`, node }],
      ),
    ];
  });
  return [...ofFlows, ...ofNodes];
}

/**
 * Returns the problems of the rules that a process uses: an unknown rule, and a parameter without exactly one field
 * of the same id in the process's forms that the rule may read there.
 */
export function lintRules(
  definition: ProcessDefinition,
  forms: ReadonlyMap<string, CompiledForm>,
  rules: ReadonlyMap<string, UsableRule>,
): Problem[] {
  const uses = rulesOfProcess(definition);
  const ofConditions = new Set(uses.filter(({ kind }) => kind === 'condition').map(({ code }) => code));
  const tooMany =
    ofConditions.size > definitionLimits.rulesOfConditions
      ? [{ field: '', message: `条件使用的规则不得超过${definitionLimits.rulesOfConditions}条` }]
      : [];
  const formsInUse = formsOfProcess(definition).flatMap((code) => forms.get(code) ?? []);
  const problems = uses.flatMap(({ code, field, place, node }) => {
    const rule = rules.get(code);
    const messages = rule
      ? rule.params.flatMap(({ dataKey, name }) => {
          const problem = problemOfParam(dataKey, formsInUse, node);
          return problem === undefined ? [] : [`规则“${rule.name}”的参数“${name}”（${dataKey}）${problem}`];
        })
      : [`规则“${code}”尚未发布`];
    return messages.map((message) => ({ field, message: `${place}：${message}` }));
  });
  return [...tooMany, ...problems];
}

function problemOfParam(
  dataKey: string,
  forms: readonly CompiledForm[],
  node: UserTaskNode | undefined,
): string | undefined {
  const found = forms.flatMap((form) => {
    const field = form.byId.get(dataKey);
    return field?.kind.holdsValue ? [{ form, field }] : [];
  });
  const [first, second] = found;
  if (!first) return '在流程的表单中没有标识相同的字段';
  if (second)
    return `在表单“${first.form.title}”和“${second.form.title}”中都有标识相同的字段，无法确定取哪一个`;
  const { form, field } = first;
  if (holdsSecret(field)) return `取自字段“${field.title}”，该字段已脱敏或是密码，规则不能引用`;
  const isHidden =
    node && applyAuthority(form, node.fieldAuthority[form.code] ?? {})[field.id] === FieldAccess.hidden;
  return isHidden ? `取自字段“${field.title}”，该字段在本环节不可见` : undefined;
}
