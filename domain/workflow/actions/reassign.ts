import { type Actor, can, Permission } from '../../access/actor.ts';
import { HandlerOperation } from '../../enumerations/handler-operation.ts';
import { refuse } from '../../refusals/refusals.ts';
import { isBlank } from '../../texts/characters.ts';
import type { Action } from '../decision/action.ts';
import {
  closeTask,
  type DecisionBuilder,
  emit,
  nodeOf,
  openTask,
  staffKey,
  tokenOf,
} from '../decision/builder.ts';
import { canDoTask } from '../decision/candidates.ts';
import { problemOfUnknown } from '../decision/naming.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import type { DecisionContext, Task } from '../model/model.ts';
import { problemOfHandover } from '../slots/problems-of-seats.ts';
import { answerableSeats } from '../slots/shared-seats.ts';
import { openPanelsAt } from '../state/panels.ts';
import { checkReason, refuseProblems } from './checks.ts';
import { advanceVisit } from './continue-flow.ts';

type AddresseeLookup = DecisionContext['addressee'];

export interface ReassignCommand {
  action: 'reassign';
  taskId: number;
  /** The key of the person who gets the task. */
  key: string;
  reason: string;
}

/**
 * Reassigns an open task (docs/decisions/0080): the matter administrator, or a leader within their own
 * organisation, assigns it to a person who can do it. It stays the same slot of the same visit: it keeps its
 * opening time and its clock, and the new handler takes over the requests that the former one had started.
 */
export const reassignAction: Action<ReassignCommand> = {
  label: '改派',
  effect: [
    '未办的任务改由他人办理，原因必填；开始时间和时限不变',
    'gives an open task to another person, with a reason; its opening time and its limit stay',
  ],
  operation: HandlerOperation.delegate,
  actorRole: 'administrator',
  permission: Permission.reassign,
  opinion: 'reason',
  forms: 'unchanged',
  closedTaskTexts: { outcome: 'closedByReassign', remark: '已改派' },
  traceText: '改派',
  offer: {
    name: '改派',
    question: ({ nodeName }) =>
      `改派后，“${nodeName}”环节由新的处理人办理，原处理人的待办关闭；开始时间和时限不变。`,
    reason: 'required',
  },
  successMessage: '改派成功',
  refusal: 'actionNotAllowed',
  decide: decideReassign,
};

function decideReassign(
  builder: DecisionBuilder,
  { taskId, key, reason }: ReassignCommand,
): DecisionRefusal | null {
  const { actor } = builder.context;
  const task = builder.state.tasks[taskId - 1];
  if (task === undefined || task.outcome !== null) return refuse('taskAlreadyHandled');
  if (!mayReassign(task, actor, builder.context.addressee)) return refuse('notYourTask');
  const refusal = checkNewHandler(builder, task, key) ?? checkRequiredReason(reason);
  if (refusal !== null) return refusal;

  const before = countOpenVotes(builder, task);
  emit(builder, { type: 'reassigned', at: builder.at, taskId, by: builder.by, reason, key });
  closeTask(builder, taskId, 'closedByReassign');
  const { kind, panelId, seat, onBehalfOf, openedAt, origin } = task;
  const slot = { kind, panelId, seat, onBehalfOf, openedAt, replaces: taskId };
  const newTask = openTask(builder, tokenOf(builder.state, task.tokenId), origin, [key], slot);
  const lostVotes = before - countOpenVotes(builder, newTask);
  return lostVotes > 0 ? refuseLostVotes(builder, key, lostVotes) : advanceVisit(builder, newTask);
}

/**
 * Returns the number of seats that can still be answered in the countersign that was started from the task.
 */
function countOpenVotes(builder: DecisionBuilder, { id, tokenId }: Task): number {
  const panel = openPanelsAt(builder.state, tokenId).find(
    ({ kind, byTaskId }) => kind === 'countersign' && byTaskId === id,
  );
  return panel === undefined ? 0 : answerableSeats(builder, panel);
}

/**
 * Refuses a handover that removes the vote of others: the new holder of the waiting task becomes the starter
 * and has no vote.
 */
function refuseLostVotes(
  { context }: DecisionBuilder,
  key: string,
  lostVotes: number,
): DecisionRefusal | null {
  const name = context.addressee(key)?.name ?? key;
  const message = `“${name}”接手后成为会签发起人，将有${lostVotes}个席位无人可表态；请改派给不参加会签的人员，或待其表态后再改派`;
  return refuseProblems([{ field: 'key', message }]);
}

/**
 * Checks whether a person with the permission to reassign may reassign this task. For a leader these are the
 * tasks of the leader's organisation, and of keys that the leader has.
 */
export function mayReassign(
  { candidates }: Pick<Task, 'candidates'>,
  actor: Actor,
  addressee: AddresseeLookup,
): boolean {
  if (can(actor, Permission.administer)) return true;
  return candidates.every((key) => actor.keys.includes(key) || isWithin(addressee, key, actor));
}

/**
 * Checks whether a key is the organisation itself, a person who belongs to it, in service or not, or a post
 * that only one such person holds.
 */
function isWithin(addressee: AddresseeLookup, key: string, { orgId }: Actor): boolean {
  const sole = addressee(key)?.soleStaffId;
  return key === `org:${orgId}` || addressee(sole ? staffKey(sole) : key)?.orgId === orgId;
}

function checkNewHandler(builder: DecisionBuilder, task: Task, key: string): DecisionRefusal | null {
  const { context } = builder;
  const receiver = context.addressee(key);
  const refuseKey = (message: string) => refuseProblems([{ field: 'key', message }]);
  if (receiver === undefined) return refuseKey(key === '' ? '请选择改派人员' : problemOfUnknown(key));
  if (!canDoTask(context, nodeOf(context.definition, task.nodeId), key)) {
    return refuseKey(`“${receiver.name}”无人在岗或没有办理权限，不能改派`);
  }
  if (!can(context.actor, Permission.administer) && !isWithin(context.addressee, key, context.actor))
    return refuseKey('只能改派给本单位人员');
  if (task.candidates.length === 1 && task.candidates[0] === key)
    return refuseKey(`该任务当前即由“${receiver.name}”办理，无需改派`);
  const problem = problemOfHandover(builder, task, key);
  return problem === null ? null : refuseKey(problem);
}

function checkRequiredReason(reason: string): DecisionRefusal | null {
  if (isBlank(reason)) return refuseProblems([{ field: 'reason', message: '请填写改派原因' }]);
  return checkReason(reason, reassignAction.label);
}
