/** Short forms of the steps of people with the slots of a visit, for stories. */
import { type Actor, systemActor } from '#domain/access/actor.ts';
import type { AddSignersCommand } from '#domain/workflow/actions/add-signers.ts';
import type { StartCountersignCommand } from '#domain/workflow/actions/start-countersign.ts';
import type { DecisionRefusal } from '#domain/workflow/model/decision-refusals.ts';
import type { Task } from '#domain/workflow/model/model.ts';
import type { Panel } from '#domain/workflow/model/panel.ts';
import { isActionable } from '#domain/workflow/state/panels.ts';
import { person } from './people.ts';
import type { Story } from './story.ts';

/** Returns a seat for each person; people of one inner list are in one group. */
export function seatsOf(...groups: (string | string[])[]) {
  return groups.flatMap((group, index) =>
    [group].flat().map((staffId) => ({ group: index, keys: [`staff:${staffId}`] })),
  );
}

/** Returns the latest task for this person, or for the node's role. */
export function taskFor(story: Story, staffId: string): Task {
  const task = story.order.tasks.findLast(({ candidates }) => candidates.includes(`staff:${staffId}`));
  if (task === undefined) throw new Error(`There is no task for ${staffId}`);
  return task;
}

/** Returns those who can act now: the node of a main slot, the person of a seat; sorted. */
export function listActors({ order }: Story): string[] {
  return order.tasks
    .filter((task) => isActionable(order, task))
    .map(({ kind, nodeId, candidates }) =>
      kind === 'main' ? nodeId : (candidates[0] ?? '').replace('staff:', ''),
    )
    .sort();
}

export function countersign(
  story: Story,
  nodeId: string,
  more: Partial<StartCountersignCommand> = {},
): DecisionRefusal | null {
  return story.perform(story.handlerOf(nodeId), {
    action: 'startCountersign',
    taskId: story.task(nodeId).id,
    reason: '请会签',
    seats: seatsOf('s1', 's2', 's3'),
    sequence: 'any',
    rule: { kind: 'all' },
    goes: 'back',
    limit: null,
    ...more,
  });
}

export function answer(
  story: Story,
  staffId: string,
  passes = true,
  by: Actor = person(staffId),
): DecisionRefusal | null {
  const taskId = taskFor(story, staffId).id;
  const opinion = passes ? '' : '材料不全';
  return story.perform(by, { action: 'answerCountersign', taskId, passes, opinion });
}

/** Asks for signers in a person's slot, or in the node's own. */
export function addSigners(
  story: Story,
  by: Actor,
  task: Task,
  place: AddSignersCommand['place'],
  seats: AddSignersCommand['seats'],
  sequence: Panel['sequence'] = 'any',
): DecisionRefusal | null {
  return story.perform(by, {
    action: 'addSigners',
    taskId: task.id,
    place,
    seats,
    sequence,
    opinion: '请签署',
  });
}

export function sign(story: Story, staffId: string): DecisionRefusal | null {
  return story.perform(person(staffId), {
    action: 'sign',
    taskId: taskFor(story, staffId).id,
    opinion: '同意',
  });
}

export function removeSigner(story: Story, by: Actor, panelId: number, seat: number): DecisionRefusal | null {
  return story.perform(by, { action: 'removeSigner', panelId, seat, reason: '无需签署' });
}

export function delegate(story: Story, nodeId: string, to: string, returns: boolean): DecisionRefusal | null {
  const taskId = story.task(nodeId).id;
  const key = `staff:${to}`;
  return story.perform(story.handlerOf(nodeId), {
    action: 'delegate',
    taskId,
    key,
    returns,
    opinion: '请代办',
  });
}

export function expire(story: Story, panelId: number, limit: string): DecisionRefusal | null {
  return story.perform(systemActor, { action: 'expire', panelId, limit });
}
