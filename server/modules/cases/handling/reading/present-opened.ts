import type { OpenedTask } from '#contract/action-preview.ts';
import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { ActionPreview } from '#domain/workflow/action-preview.ts';
import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { clockOfTask } from '#server/modules/cases/decisions/service.ts';
import type { Directory } from '#server/modules/organisation/organisations/service.ts';

const maxShownPeople = 5;

/** Presents the tasks that an action would open: their units, posts and people, and their limits. */
export function presentOpenedTasks(
  preview: Pick<ActionPreview, 'openedTasks' | 'stateAfter'>,
  context: { definition: ProcessDefinition; directory: Directory; holidays: HolidayTable },
): OpenedTask[] {
  const { definition, directory, holidays } = context;
  return preview.openedTasks.map((task) => {
    const { nodeId, candidates } = task;
    const node = definition.nodes[nodeId];
    const clock = clockOfTask(task, { definition, stateAfter: preview.stateAfter });
    const people = directory.peopleOf(candidates);
    const orgIds = [...new Set(people.flatMap(({ orgId }) => orgId ?? []))];
    // A person named by their own key is listed only once.
    const otherPeople = people.filter(({ key }) => !candidates.includes(key));
    return {
      flowNodeId: nodeId,
      flowNodeName: node?.name ?? '',
      handlerNames: candidates.map(directory.nameOf),
      orgNames: orgIds.slice(0, maxShownPeople).map((id) => directory.nameOf(`org:${id}`)),
      people: otherPeople.slice(0, maxShownPeople).map(({ name }) => name),
      peopleCount: otherPeople.length,
      limitText: clock ? timeLimitText(clock.limit) : '',
      dueAt: (clock && dueDate(clock, holidays).dueAt?.toISOString()) || null,
    };
  });
}
