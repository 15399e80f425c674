import { Permission } from '../../access/actor.ts';
import { problemOfReason } from '../../opinions/opinion.ts';
import { isRefusal, type Problem, refuse } from '../../refusals/refusals.ts';
import type { Action } from '../decision/action.ts';
import { type DecisionBuilder, emit } from '../decision/builder.ts';
import { problemOfUnknown } from '../decision/naming.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxCopyReceivers, maxCopyReceiversOfOrder } from '../model/limits.ts';
import type { DecisionContext, Task } from '../model/model.ts';
import { isDone, isHandledBy } from '../state/outcomes.ts';
import { buttonOfCompletedTask } from './button-of-completed-task.ts';
import { allKinds, openTaskOf, refuseProblems } from './checks.ts';

export interface CopyCommand {
  action: 'copy';
  taskId: number;
  /** Recipients of the copy: people, posts, roles, departments. */
  keys: readonly string[];
  /** Text that the recipients read with the copy; may be empty. */
  note: string;
}

/**
 * Copies the order to others (抄送, docs/decisions/0099): a person who has a task gives it to recipients who
 * may read it but never act on it. The order stays at its node. If the node has this button on completed
 * tasks (opType 2), a person who has completed a task of the node may copy too, while the order runs.
 * Recipients are stored as keys, so that the next holder of a post reads the same as the one before.
 */
export const copyAction: Action<CopyCommand> = {
  label: '抄送',
  effect: [
    '所选的人员、岗位、角色、部门可以查阅办件，不能办理；办件停留在原环节',
    'the selected people, posts, roles and departments may read the order but not act on it; the order stays at its node',
  ],
  completedTaskButtonCode: 'copy',
  actorRole: 'candidate',
  permission: Permission.handle,
  opinion: 'reason',
  forms: 'unchanged',
  traceText: '抄送',
  offer: {
    name: '抄送',
    question: () => '抄送后，接收人可以查阅办件，不能办理；办件停留在当前环节。',
    reason: 'optional',
  },
  successMessage: '抄送成功',
  refusal: 'actionNotAllowed',
  decide: decideCopy,
};

function decideCopy(builder: DecisionBuilder, { taskId, keys, note }: CopyCommand): DecisionRefusal | null {
  const task = doneTaskOf(builder, taskId) ?? openTaskOf(builder, taskId, allKinds);
  if (isRefusal(task)) return task;
  // On an order that was returned to the start, the initiator has only the button 提交 (S1 §4).
  if (task.nodeId === builder.context.definition.startId) return refuse('actionNotAllowed');
  const recipients = [...new Set(keys)];
  const earlierKeys = (builder.state.copies ?? []).flatMap((copy) => copy.keys);
  // Recipients that already have a copy are left out.
  const added = recipients.filter((key) => !earlierKeys.includes(key));
  const isFull = earlierKeys.length + added.length > maxCopyReceiversOfOrder;
  const fullMessage = `一个办件最多抄送${maxCopyReceiversOfOrder}个对象，已抄送${earlierKeys.length}个`;
  const problems = [
    ...(isFull ? [{ field: 'receivers', message: fullMessage }] : []),
    ...problemsOfReceivers(builder.context, recipients, added),
    ...problemsOfNote(note),
  ];
  if (problems.length > 0) return refuseProblems(problems);
  emit(builder, { type: 'copied', at: builder.at, taskId, by: builder.by, keys: added, note });
  return null;
}

/** Returns the task if the actor has completed it and its node allows copying from there. */
function doneTaskOf({ state, context }: DecisionBuilder, taskId: number): Task | undefined {
  const task = state.tasks[taskId - 1];
  if (!task || !isDone(task) || !isHandledBy(task, context.actor.staffId)) return undefined;
  return buttonOfCompletedTask(state, context.definition, task, 'copy') && task;
}

function problemsOfReceivers(
  context: DecisionContext,
  recipients: readonly string[],
  added: readonly string[],
): Problem[] {
  const problem = (message: string) => ({ field: 'receivers', message });
  if (recipients.length === 0) return [problem('请配置抄送人')];
  if (recipients.length > maxCopyReceivers) return [problem(`一次最多抄送${maxCopyReceivers}个对象`)];
  if (added.length === 0) return [problem('所选对象均已收到该办件的抄送')];
  return added.flatMap((key) => {
    const error = problemOfReader(context, key);
    return error === null ? [] : [problem(error)];
  });
}

/** Returns the reason why the order cannot be shown to the people with the key; null if it can. */
function problemOfReader({ addressee, actor }: DecisionContext, key: string): string | null {
  const reader = addressee(key);
  if (reader === undefined) return problemOfUnknown(key);
  if (reader.availability === 'absent') return `“${reader.name}”已停用或无人在岗，不能抄送`;
  if (reader.availability === 'unable' && !reader.mayResubmit)
    return `“${reader.name}”没有查阅办件的权限，不能抄送`;
  return reader.soleStaffId === actor.staffId ? '不能抄送给自己' : null;
}

function problemsOfNote(note: string): Problem[] {
  const error = problemOfReason(note, '抄送');
  return error === undefined ? [] : [{ field: 'reason', message: error }];
}
