import type { FormModel } from '../forms/model.ts';
import type { Problem } from '../refusals/refusals.ts';
import type { ConfiguredRule } from '../rules/model.ts';
import { usableRules } from '../rules/usable-rule.ts';
import type { ProcessDefinition } from '../workflow/model/model.ts';
import { rulesOfProcess } from '../workflow/publishing/lint-rules.ts';

/** A place that uses a rule. */
export interface RuleUser {
  kind: 'rule' | 'form' | 'button' | 'condition';
  /** Name of the place, such as `表单“占道经营申请表”的字段“占道面积”`. */
  text: string;
  /** Id of the rule, code of the form or key of the process. */
  code: string;
}

/** Everything that may use rules, in its newest version. */
export interface RuleUsers {
  rules: readonly ConfiguredRule[];
  forms: readonly FormModel[];
  processes: readonly { key: string; name: string; definition: ProcessDefinition }[];
}

/** Returns the places that use each rule, by its id. */
export function usersOfRules({
  rules,
  forms,
  processes,
}: RuleUsers): ReadonlyMap<string, readonly RuleUser[]> {
  const users = new Map<string, RuleUser[]>();
  const add = (id: string, user: RuleUser) => users.set(id, [...(users.get(id) ?? []), user]);
  for (const { ruleBase, steps, ruleParams } of rules) {
    const used = new Set([...steps, ...ruleParams.map(({ elementId }) => elementId)]);
    used.delete('');
    for (const id of used) add(id, { kind: 'rule', text: `规则“${ruleBase.name}”`, code: ruleBase.id });
  }
  for (const { globalConfig, schema } of forms) {
    const { title: form, code } = globalConfig;
    for (const { title, rules: fieldRules = [] } of schema.fields)
      for (const rule of fieldRules)
        if (rule.rule === 'process')
          add(rule.code, { kind: 'form', text: `表单“${form}”的字段“${title}”`, code });
  }
  for (const { key, name, definition } of processes)
    for (const { code, kind, place } of rulesOfProcess(definition))
      add(code, { kind, text: `流程“${name}”${place}`, code: key });
  return users;
}

/**
 * Returns the problems of a new version for the forms, buttons and conditions that use the rule, or an orchestration
 * with it: they would send nothing for a new parameter, and every action would be refused at once.
 */
export function problemsForUsers(rule: ConfiguredRule, users: RuleUsers): Problem[] {
  const { id } = rule.ruleBase;
  const before = usableRules(users.rules);
  const after = usableRules([...users.rules.filter(({ ruleBase }) => ruleBase.id !== id), rule]);
  return [...usersOfRules(users)].flatMap(([code, places]) => {
    const others = places.filter(({ kind }) => kind !== 'rule').map(({ text }) => text);
    const [former, next] = [before.get(code), after.get(code)];
    if (others.length === 0 || !former) return [];
    const usage = `正用于${others.slice(0, 3).join('、')}${others.length > 3 ? `等 ${others.length} 处` : ''}`;
    if (!next) return [{ field: 'ruleBase.kind', message: `规则${usage}，不能改为要素` }];
    const added = next.params.filter(
      (param) => !former.params.some(({ dataKey }) => dataKey === param.dataKey),
    );
    return added.map(({ name, dataKey }) => ({
      field: ruleFieldOf(rule, dataKey),
      message: `规则“${next.name}”${usage}，不能增加参数“${name}”（${dataKey}），请另建规则`,
    }));
  });
}

const ruleFieldOf = ({ ruleParams }: ConfiguredRule, key: string): string => {
  const index = ruleParams.findIndex(({ dataKey }) => dataKey === key);
  return index < 0 ? 'steps' : `ruleParams.${index}.dataKey`;
};
