import { isRefusal } from '../refusals/refusals.ts';
import { type NextStepRequest, previewNextTasks } from './actions/preview.ts';
import { activeNodeIds, type BranchNode, branchNodes } from './actions/queries.ts';
import { createBuilder } from './decision/builder.ts';
import { formPathIn, hasAblePerson, keysInForms } from './decision/candidates.ts';
import type { DecisionContext, FlowNode, OrderState, ProcessDefinition, Task } from './model/model.ts';
import { reach } from './stages.ts';

/** A form field that names handlers: `form.field` or `form.table.column`, with the keys in it now. */
export interface HandlerField {
  name: string;
  keys: readonly string[];
}

/** A branch, with the form fields from which its first tasks take their handlers. */
export interface BranchWithFields extends BranchNode {
  fields: readonly HandlerField[];
}

/** Returns the branches of the manual gateway after the task, each with the form fields of its first tasks. */
export function branchesWithFields(
  state: OrderState,
  request: Omit<NextStepRequest, 'branchNodeIds'>,
  context: DecisionContext,
): { many: boolean; branches: BranchWithFields[] } {
  const offered = branchNodes(state, context.definition, request.taskId);
  const fieldsOf = ({ nodeId }: BranchNode): HandlerField[] => {
    const first = previewNextTasks(createBuilder(state, context), { ...request, branchNodeIds: [nodeId] });
    const names = isRefusal(first) ? [] : fieldNamesOf(first.map(({ node }) => node));
    return names.map((name) => ({ name, keys: keysInForms(name, context.facts) ?? [] }));
  };
  return {
    many: offered?.many ?? false,
    branches: (offered?.branches ?? []).map((branch) => ({ ...branch, fields: fieldsOf(branch) })),
  };
}

/**
 * Returns the node id of the branch that fits the forms: all its fields name a person in service, and no other
 * such branch has as many fields; undefined if there is none, or if several branches may be chosen.
 */
export function suggestedBranch(
  { many, branches }: ReturnType<typeof branchesWithFields>,
  context: DecisionContext,
): string | undefined {
  if (many) return undefined;
  const isFilled = ({ keys }: HandlerField) => keys.some((key) => hasAblePerson(context, key));
  const fitting = branches.filter(({ fields }) => fields.length > 0 && fields.every(isFilled));
  const maxFields = Math.max(...fitting.map(({ fields }) => fields.length));
  const [best, ...others] = fitting.filter(({ fields }) => fields.length === maxFields);
  return others.length === 0 ? best?.nodeId : undefined;
}

/**
 * Returns the fields of the branches from which no task takes its handlers after the choice, neither now nor
 * later, each with its keys that have no open task then.
 */
export function leftOutFields(
  branches: readonly BranchWithFields[],
  { nodeId }: Pick<Task, 'nodeId'>,
  after: OrderState,
  definition: ProcessDefinition,
): HandlerField[] {
  // A flow that leads back to the choice itself is not counted: there the branch is chosen anew.
  const reachedIds = reach(definition, activeNodeIds(after), (id) => id === nodeId);
  const readNames = fieldNamesOf([...reachedIds].flatMap((id) => definition.nodes[id] ?? []));
  const openTasks = after.tasks.filter(({ outcome }) => outcome === null);
  const servedKeys = new Set(openTasks.flatMap(({ candidates }) => candidates));
  const fields = new Map(branches.flatMap((branch) => branch.fields.map((field) => [field.name, field])));
  return [...fields.values()]
    .filter(({ name }) => !readNames.includes(name))
    .map(({ name, keys }) => ({ name, keys: keys.filter((key) => !servedKeys.has(key)) }))
    .filter(({ keys }) => keys.length > 0);
}

/** Returns the names of the form fields from which the user tasks among the nodes take their handlers. */
function fieldNamesOf(nodes: readonly FlowNode[]): string[] {
  const rules = nodes.flatMap((node) => (node.kind === 'userTask' ? node.candidates : []));
  const names = rules.flatMap((rule) => (rule.kind === 'variable' ? [rule.name] : []));
  return [...new Set(names.filter((name) => formPathIn(name) !== undefined))];
}
