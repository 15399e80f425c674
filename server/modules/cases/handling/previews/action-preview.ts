import type { ActionOutcome, ActionPreviewInput, ActionPreviewResult } from '#contract/action-preview.ts';
import type { RefusalOf } from '#contract/endpoint.ts';
import type { handling } from '#contract/handling.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { type WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import { isRefusal, type Problem, type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { isCandidateFor } from '#domain/substitutes/substitution.ts';
import { type ActionPreview, previewAction } from '#domain/workflow/action-preview.ts';
import { countersignButtons } from '#domain/workflow/actions/answer-countersign.ts';
import { workKinds } from '#domain/workflow/actions/checks.ts';
import {
  actionOf,
  actions,
  type Command,
  type CommandAction,
  commandActions,
} from '#domain/workflow/actions/registry.ts';
import { votersOfSeats } from '#domain/workflow/actions/voters-of-seats.ts';
import { resubmitButton } from '#domain/workflow/available-actions.ts';
import { createBuilder, staffKey } from '#domain/workflow/decision/builder.ts';
import type { DecisionContext, OrderState, ProcessDefinition, Task } from '#domain/workflow/model/model.ts';
import { nextUserTasks } from '#domain/workflow/next-user-tasks.ts';
import { panelOfTask } from '#domain/workflow/state/panels.ts';
import type { Context } from '#server/framework/context.ts';
import type { ReadableOrder } from '#server/modules/cases/work-orders/service.ts';
import type { MergedForms } from '#server/modules/design/forms/service.ts';
import { problemsOfFieldRules, type RuleRunner } from '#server/modules/design/rules/service.ts';
import { currentHolidays } from '#server/modules/organisation/holidays/service.ts';
import { currentDirectory, type Directory } from '#server/modules/organisation/organisations/service.ts';
import { runningCountersign } from '../consultation/asking-others.ts';
import { documentsVoidedBy } from '../documents/document-state.ts';
import { pressedButton } from '../forms/fill-forms.ts';
import { refuseButtonRule } from '../forms/refuse-rules.ts';
import { additionalSeats, countersignRequestOf, fieldOfSeats } from '../order/seat-requests.ts';
import { branchesToChoose, unitsLeftOut } from '../reading/branch-choices.ts';
import { decisionContextOf, defaultHandlersAt, factsOfOrder, presentNode } from '../reading/dialog-data.ts';
import { presentOpenedTasks } from '../reading/present-opened.ts';
import { listOf, nextHandlersOf, withFields } from '../reading/wire.ts';

const [, failButton] = countersignButtons;

/**
 * Returns the effects that an action of this person on this order would have, in the same way for every
 * action: decided on a copy with the forms as they are being filled in, and refused in the same cases as the
 * action itself.
 */
export async function actionPreview(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder,
  task: Task,
  input: ActionPreviewInput,
): Promise<ActionPreviewResult | RefusalOf<typeof handling.previewAction>> {
  const preview = await previewWithForms(context, actor, readableOrder, task, input);
  if (isRefusal(preview)) return preview;
  const { checkForms: _checkForms, ...result } = preview;
  return result;
}

/** Returns the preview like `actionPreview`, with the check of the forms that the action fills in. */
export async function previewWithForms(
  context: Context,
  actor: Actor,
  readableOrder: ReadableOrder,
  task: Task,
  input: ActionPreviewInput,
): Promise<
  | (ActionPreviewResult & { checkForms: () => Promise<readonly Problem[] | Refusal<'busy'>> })
  | RefusalOf<typeof handling.previewAction>
> {
  const { order, definition } = readableOrder;
  const { addressee } = await currentDirectory(context.db);
  const command = previewedCommand(readableOrder, task, input, addressee);
  if (isRefusal(command)) return command;
  const taskFacts = { definition, state: order.state, task, orderId: order.id, facts: factsOfOrder(order) };
  const fillsForms = actions[command.action].forms === 'store' && isOpenForActor(task, actor);
  // Checked even without input: the button fills empty fields, and stored values may contradict it.
  const { decisionContext, directory, merged, runner, rules } = await decisionContextOf(
    context,
    actor,
    taskFacts,
    fillsForms ? input.workorderForms : [],
    fillsForms ? pressedButton(definition, task, command) : {},
  );
  const { forms, inventedChoices, concurrentEdits, contradictions } = merged;
  if (inventedChoices.length > 0) return refuse('formInvalid', { problems: inventedChoices });
  const preview = await rules.settle(() => previewAction(order.state, command, decisionContext));
  if (isRefusal(preview) && !isMissingChoice(preview, command)) {
    const { entryIndexes } = countersignRequestOf(input, addressee);
    return withFields(preview, (field) => fieldOfSeats(field, entryIndexes) ?? field);
  }
  if (fillsForms && concurrentEdits.length > 0) return refuse('formChanged', { problems: concurrentEdits });
  if (contradictions.length > 0) return refuse('actionContradictsForm', { problems: contradictions });
  const ruleRefusal = await refuseButtonRule(runner, { state: order.state, definition }, command, forms);
  if (ruleRefusal) return ruleRefusal;
  const next = await rules.settle(() => nextNodes(readableOrder, command, decisionContext, directory));
  if (isRefusal(next)) return next;
  const checkForms = fillsForms ? () => problemsOfForms(runner, merged) : noFormProblems;
  const branchDecision = command.action === 'chooseBranch' && {
    state: order.state,
    command,
    decisionContext,
    directory,
  };
  if (isRefusal(preview)) {
    const isBranchMissing = branchDecision && preview.refused === 'branchRequired';
    const holidays = await currentHolidays(context.db);
    const branches = isBranchMissing
      ? await rules.settle(() => branchesToChoose(branchDecision, holidays))
      : null;
    if (isRefusal(branches)) return branches;
    return { outcome: null, branches, next, voters: [], checkForms };
  }
  const holidays = await currentHolidays(context.db);
  const voids = await documentsVoidedBy(context.db, {
    id: order.id,
    before: order.state,
    after: preview.stateAfter,
  });
  const leftOut = branchDecision ? unitsLeftOut(branchDecision, task, preview.stateAfter, forms) : [];
  const outcome = {
    ...presentOutcome(preview, { readableOrder, task, directory, holidays }),
    voids,
    leftOut,
  };
  const voters = presentVoters(order.state, command, { decisionContext, directory, input });
  return { outcome, branches: null, next, voters, checkForms };
}

const noFormProblems = () => Promise.resolve([]);

/** Returns the problems of the forms that the action fills in, and then of their rules of the library. */
async function problemsOfForms(
  runner: RuleRunner,
  { problems, ruleCalls }: Pick<MergedForms, 'problems' | 'ruleCalls'>,
): Promise<readonly Problem[] | Refusal<'busy'>> {
  return problems.length > 0 ? problems : problemsOfFieldRules(runner, ruleCalls);
}

const maxShownVoters = 5;

/** Returns the people who may answer each seat of the command, at its index in the list that was sent. */
function presentVoters(
  state: OrderState,
  command: Command,
  {
    decisionContext,
    directory,
    input,
  }: { decisionContext: DecisionContext; directory: Directory; input: ActionPreviewInput },
): ActionPreviewResult['voters'] {
  if (command.action !== 'startCountersign' && command.action !== 'addToCountersign') return [];
  const { entryIndexes } = countersignRequestOf(input, decisionContext.addressee);
  return votersOfSeats(createBuilder(state, decisionContext), command).map((people, seat) => ({
    place: entryIndexes[seat] ?? seat,
    people: people.slice(0, maxShownVoters).map((staffId) => directory.nameOf(staffKey(staffId))),
    peopleCount: people.length,
  }));
}

function isOpenForActor(task: Task, actor: Actor): boolean {
  return task.outcome === null && isCandidateFor(actor, task);
}

/** Returns the command of the button or offer, with the choices made so far. */
function previewedCommand(
  readableOrder: ReadableOrder,
  task: Task,
  input: ActionPreviewInput,
  addressee: DecisionContext['addressee'],
): Command | Refusal<'actionNotAllowed'> {
  const taskId = task.id;
  const { state } = readableOrder.order;
  switch (input.offer ?? actionOfButton(readableOrder.definition, task, input.buttonId)) {
    case 'withdraw':
      return { action: 'withdraw', taskId, reason: '' };
    case 'recall':
      return { action: 'recall', reason: '' };
    case 'reassign':
      return { action: 'reassign', taskId, key: input.candidate, reason: '' };
    case 'returnToHandler':
      return { action: 'returnToHandler', taskId, key: input.candidate, opinion: '' };
    case 'sign':
      return { action: 'sign', taskId, opinion: '' };
    case 'submitToHandler':
      return { action: 'submitToHandler', taskId, opinion: '' };
    case 'callOffCountersign':
      return { action: 'callOffCountersign', panelId: runningCountersign(state, task)?.id ?? 0, reason: '' };
    case 'addToCountersign': {
      const panelId = runningCountersign(state, task)?.id ?? 0;
      const { seats } = additionalSeats(input.countersignList, addressee);
      return { action: 'addToCountersign', panelId, seats, reason: '' };
    }
    case 'addToSigners': {
      const panelId = panelOfTask(state, task, input.panelId ?? 0)?.id ?? 0;
      const { seats } = additionalSeats(input.countersignList, addressee);
      return { action: 'addToSigners', panelId, seats, reason: '' };
    }
    case 'removeSigner': {
      const panelId = panelOfTask(state, task, input.panelId ?? 0)?.id ?? 0;
      return { action: 'removeSigner', panelId, seat: input.seat ?? 0, reason: '' };
    }
    default:
      return commandOfBar(readableOrder.definition, task, input, addressee);
  }
}

/** Returns the command of a submission of the bar by this button. */
function commandOfBar(
  definition: ProcessDefinition,
  task: Task,
  input: ActionPreviewInput,
  addressee: DecisionContext['addressee'],
): Command | Refusal<'actionNotAllowed'> {
  const action = actionOfButton(definition, task, input.buttonId);
  const branchNodeIds = listOf(input.branchProcessingNodeId);
  const nextHandlers = nextHandlersOf(input.procInsNodeUserReqModel);
  const { requests } = countersignRequestOf(input, addressee);
  const command =
    action &&
    actions[action].commandFromBar?.({
      taskId: task.id,
      buttonId: input.buttonId,
      opinion: '',
      targetNodeIds: listOf(input.backNodeIds),
      way: input.backWay,
      requests: { ...requests, place: input.signerPlace, returns: input.delegateReturns },
      passes: input.buttonId !== failButton.id,
      ...(branchNodeIds.length > 0 && { branchNodeIds }),
      ...(Object.keys(nextHandlers).length > 0 && { nextHandlers }),
    });
  return command ?? refuse('actionNotAllowed');
}

/**
 * Returns the action of a button: one of a node, of the initiator who resubmits or of a person who was asked.
 */
function actionOfButton(
  { nodes, startId }: ProcessDefinition,
  { nodeId, kind }: Task,
  buttonId: string,
): CommandAction | undefined {
  if (nodeId === startId) return actionOf(resubmitButton.code);
  const node = nodes[nodeId];
  const button = node?.kind === 'userTask' ? node.buttons.find(({ id }) => id === buttonId) : undefined;
  const nodeAction = actionOf(button?.code ?? '');
  if (workKinds.includes(kind)) return nodeAction;
  const slotAction = commandActions.find((action) =>
    actions[action].slotButtons?.(kind).some(({ id }) => id === buttonId),
  );
  return slotAction ?? (nodeAction && actions[nodeAction].isAllowedAtSeats ? nodeAction : undefined);
}

/** Refusals for values that are chosen in the dialog of the action; its effects are unknown before that. */
const missingChoiceRefusals: readonly string[] = [
  'branchRequired',
  'returnTargetRequired',
  'nextHandlersIncomplete',
];

function isMissingChoice({ refused }: Refusal, command: Command): boolean {
  return missingChoiceRefusals.includes(refused) || lacksParticipants(command);
}

/** Checks that the people to ask must still be chosen in the action's dialog. */
function lacksParticipants(command: Command): boolean {
  if ('seats' in command) return command.seats.length === 0;
  return (command.action === 'delegate' || command.action === 'returnToHandler') && command.key === '';
}

/** Returns the next nodes, for actions that may name their handlers. */
function nextNodes(
  { order }: ReadableOrder,
  command: Command,
  decisionContext: DecisionContext,
  directory: Directory,
): ActionPreviewResult['next'] {
  if (!('buttonId' in command) || actions[command.action].naming === undefined) return [];
  const { taskId, buttonId } = command;
  const branchNodeIds = 'branchNodeIds' in command ? command.branchNodeIds : undefined;
  const next = nextUserTasks(
    order.state,
    { taskId, buttonId, ...(branchNodeIds && { branchNodeIds }) },
    decisionContext,
  );
  if (isRefusal(next)) return [];
  return next.map((node) => ({
    ...presentNode(node),
    naming: node.naming,
    candidates: defaultHandlersAt(node, directory),
  }));
}

function presentOutcome(
  preview: ActionPreview,
  context: { readableOrder: ReadableOrder; task: Task; directory: Directory; holidays: HolidayTable },
): Omit<ActionOutcome, 'voids' | 'leftOut'> {
  const { readableOrder, task, directory, holidays } = context;
  const { definition, order } = readableOrder;
  const nodeChoice = (nodeId: string) =>
    presentNode({ nodeId, nodeName: definition.nodes[nodeId]?.name ?? '' });
  return {
    from: presentStatus(preview.from),
    to: presentStatus(preview.to),
    ends: preview.orderEnd !== null,
    opens: presentOpenedTasks(preview, { definition, directory, holidays }),
    closes: preview.closedTasks.map(({ id, nodeId, candidates }) => ({
      ...nodeChoice(nodeId),
      traceId: `${order.id}.${id}`,
      handlerNames: candidates.map(directory.nameOf),
      isOwn: id === task.id,
    })),
    waitsAt: preview.waitingJoins.map(presentNode),
    undo: preview.undo,
    countersign: preview.countersign,
  };
}

function presentStatus(status: WorkOrderStatus) {
  return { status, statusLabel: workOrderStatusLabel[status] };
}
