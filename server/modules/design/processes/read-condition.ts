/**
 * Converts the conditions of flows and of multi-instance tasks to FEEL, and checks which names they use.
 */
import type { ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import { checkCondition } from '#domain/workflow/conditions/condition.ts';
import { kindsOfNames } from '#domain/workflow/conditions/names.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { namesOfInstances } from '#domain/workflow/slots/instances.ts';
import { addProblem, type ElementReader, textOf } from './element-reader.ts';
import { feelOfJuel } from './juel.ts';
import { checkProperties } from './properties.ts';

/** Replaces a refused condition, so that the gateway is not reported as well. */
const refusedCondition = 'false';

/** Returns FEEL, without the leading `=` of Camunda 8; plain comparisons in `${…}` are converted to FEEL. */
export function conditionText(reader: ElementReader, condition: ModdleElement): string | undefined {
  checkProperties(reader, condition);
  const language = textOf(condition, 'language');
  const body = textOf(condition, 'body')?.replace(/^=(?!=)\s*/, '');
  if (language !== undefined && !/feel|juel/i.test(language)) {
    addProblem(reader, `条件只支持 FEEL，不支持 ${language}，请改写，如 approved = true`);
    return refusedCondition;
  }
  if (body === undefined) addProblem(reader, '条件为空，请填写或删去');
  if (body === undefined || !/^[$#]\{/.test(body)) return body;
  const feel = feelOfJuel(body);
  if (feel === null)
    addProblem(reader, `不支持表达式“${shorten(body)}”，请改写为 FEEL 条件，如 approved = true`);
  return feel ?? refusedCondition;
}

/** Shortens a condition to identify it in a message. */
function shorten(condition: string): string {
  return condition.length > 80 ? `${condition.slice(0, 80)}…` : condition;
}

/**
 * Checks conditions, which may use the variables with an initial value, the forms that some node names, and
 * the order; conditions of multi-instance tasks may also use the counts of their instances.
 */
export function checkConditions(definition: ProcessDefinition, problems: Problem[]): void {
  const names = kindsOfNames(definition);
  const add = (field: string, subject: string, condition: string, problem: string | null) => {
    if (problem === null) return;
    const advice = /未定义的变量/.test(problem)
      ? '，请在 portal:variable 中给出初始值，或写成“表单编号.字段”'
      : /不是有效的 FEEL/.test(problem)
        ? '，请改写，如 approved = true'
        : '';
    problems.push({ field, message: `${subject}条件“${shorten(condition)}”${problem}${advice}` });
  };
  for (const { id, name, sourceId, condition } of Object.values(definition.flows)) {
    if (condition === undefined) continue;
    const source = definition.nodes[sourceId]?.name || sourceId;
    add(id, `连线“${name || id}”（${source}之后）：`, condition, checkCondition(condition, names));
  }
  for (const node of Object.values(definition.nodes)) {
    const completionCondition = node.kind === 'userTask' ? node.instances?.until : undefined;
    if (completionCondition === undefined) continue;
    add(
      node.id,
      `环节“${node.name}”：多实例的完成`,
      completionCondition,
      checkCondition(completionCondition, namesOfInstances(names)),
    );
  }
}
