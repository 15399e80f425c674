import { handling } from '#contract/handling.ts';
import { type InitiateResult, initiation } from '#contract/initiation.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal, type Refusal } from '#domain/refusals/refusals.ts';
import type { Command } from '#domain/workflow/actions/registry.ts';
import type { OrderState } from '#domain/workflow/model/model.ts';
import type { Context } from '#server/framework/context.ts';
import { withFoundOrder } from '#server/framework/routing/access.ts';
import {
  actsOnFinishedTask,
  actsOnOrder,
  actsOnTask,
  type Caller,
  handle,
  reassign,
  recall,
  withdraw,
} from '#server/modules/cases/handling/service.ts';
import { initiate } from '#server/modules/cases/initiation/service.ts';
import { formValuesAt, type StartData } from '#test/world/start-data.ts';

/** An order on which random people act through the services. */
export interface ServedOrder {
  id: string;
  code: string;
  startData: StartData;
}

type Endpoint = Caller['endpoint'];

function callerOf(context: Context, actor: Actor, endpoint: Endpoint): Caller {
  const key = context.newId();
  return { context, actor, endpoint, idempotencyKey: key, requestHash: key, requestId: key };
}

export async function startOrder(context: Context, actor: Actor, startData: StartData): Promise<ServedOrder> {
  const caller = callerOf(context, actor, initiation.initiate);
  const answer = await initiate(caller, initiation.initiate.body.parse(startData.start));
  if (isRefusal(answer)) throw new Error(`The start was refused: ${JSON.stringify(answer)}`);
  const { data } = JSON.parse(answer.answerText) as { data: InitiateResult };
  return { id: data.workorderId, code: data.workorderCode, startData };
}

const operations = {
  handle: '1',
  return: '2',
  terminate: '4',
  forward: '9',
  chooseBranch: '12',
  void: '13',
  resubmit: '14',
} as const;

type SeparateCall = 'recall' | 'withdraw' | 'reassign';
type ServedCommand = Extract<Command, { action: keyof typeof operations | SeparateCall }>;

/**
 * Checks whether the API has the command; commands that start an order or concern its seats are not in it.
 */
export function isServed(command: Command): command is ServedCommand {
  return command.action in operations || ['recall', 'withdraw', 'reassign'].includes(command.action);
}

/** Performs a command of the core through the service behind the API; null if it was done. */
export async function performCommand(
  context: Context,
  order: ServedOrder,
  state: OrderState,
  actor: Actor,
  command: ServedCommand,
): Promise<Refusal | null> {
  const { id } = order;
  if (command.action === 'recall') {
    const caller = callerOf(context, actor, handling.recall);
    return refusalOf(
      await withFoundOrder(actsOnOrder, caller, { id }, (found) =>
        recall(caller, found, { reason: command.reason }),
      ),
    );
  }
  const reference = { id, code: order.code, trace: command.taskId };
  if (command.action === 'withdraw') {
    const caller = callerOf(context, actor, handling.withdraw);
    return refusalOf(
      await withFoundOrder(actsOnFinishedTask, caller, reference, (found, task) =>
        withdraw(caller, found, task, { reason: command.reason }),
      ),
    );
  }
  if (command.action === 'reassign') {
    const caller = callerOf(context, actor, handling.reassign);
    return refusalOf(
      await withFoundOrder(actsOnTask, caller, reference, (found, task) =>
        reassign(caller, found, task, { candidate: command.key, reason: command.reason }),
      ),
    );
  }
  const nodeId = state.tasks[command.taskId - 1]?.nodeId ?? '';
  const content = formValuesAt(order.startData, nodeId, 'buttonId' in command ? command.buttonId : undefined);
  const formId = `${order.startData.start.taskCode}:1`;
  const input = handling.handle.body.parse({
    workorderId: id,
    workorderTraceId: `${id}.${command.taskId}`,
    handlerOperation: operations[command.action],
    handlerOpinion: command.opinion,
    ...('buttonId' in command && { buttonId: command.buttonId }),
    ...(content && { workorderForms: [{ formId, content }] }),
    ...(command.action === 'return' && { backNodeIds: command.targetNodeIds.join(), backWay: command.way }),
    ...('branchNodeIds' in command && { branchProcessingNodeId: command.branchNodeIds?.join() ?? '' }),
    ...('nextHandlers' in command && {
      procInsNodeUserReqModel: Object.entries(command.nextHandlers ?? {}).map(([flowNodeId, candidates]) => ({
        flowNodeId,
        candidates: [...candidates],
      })),
    }),
  });
  const caller = callerOf(context, actor, handling.handle);
  return refusalOf(
    await withFoundOrder(actsOnTask, caller, reference, (found, task) => handle(caller, found, task, input)),
  );
}

function refusalOf(answer: unknown): Refusal | null {
  return isRefusal(answer) ? answer : null;
}
