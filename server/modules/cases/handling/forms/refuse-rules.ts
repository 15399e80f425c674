import { isRefusal, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState, ProcessDefinition } from '#domain/workflow/model/model.ts';
import { type MergedForms, type OpenedForm, ruleValuesAt } from '#server/modules/design/forms/service.ts';
import { problemsOfFieldRules, type RuleRunner } from '#server/modules/design/rules/service.ts';

interface OrderAtAction {
  state: OrderState;
  definition: ProcessDefinition;
}

/**
 * Executes the rules of the library that an action must satisfy: first those of the form fields, then that of its
 * button. Called before the transaction, when nothing else refuses the action.
 */
export async function refuseRules(
  runner: RuleRunner,
  order: OrderAtAction,
  command: Command,
  merged: MergedForms,
): Promise<Refusal<'formInvalid' | 'ruleNotSatisfied' | 'busy'> | null> {
  const problems = await problemsOfFieldRules(runner, merged.ruleCalls);
  if (isRefusal(problems)) return problems;
  if (problems.length > 0) return refuse('formInvalid', { problems });
  return refuseButtonRule(runner, order, command, merged.forms);
}

/** Refuses the action with the tip of its button's rule, if that is not satisfied (S0 §8). */
export async function refuseButtonRule(
  runner: RuleRunner,
  { state, definition }: OrderAtAction,
  command: Command,
  forms: readonly OpenedForm[],
): Promise<Refusal<'ruleNotSatisfied' | 'busy'> | null> {
  if (!('taskId' in command) || !('buttonId' in command)) return null;
  const nodeId = state.tasks[command.taskId - 1]?.nodeId ?? '';
  const node = definition.nodes[nodeId];
  if (node?.kind !== 'userTask') return null;
  const code = node.buttons.find(({ id }) => id === command.buttonId)?.rule;
  if (code === undefined) return null;
  const values = ruleValuesAt(forms, definition, nodeId);
  const outcome = await runner.run(code, { dataValue: values, compareValue: values });
  if (isRefusal(outcome)) return outcome;
  return outcome.result ? null : refuse('ruleNotSatisfied', { message: outcome.tipContext });
}
