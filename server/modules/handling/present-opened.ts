import type { OpenedTask } from '#contract/action-preview.ts';
import { startClock, type TimeLimit } from '#domain/calendar/clock-ledger.ts';
import { dueDate } from '#domain/calendar/due-date.ts';
import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import { dayUnitLabel } from '#domain/enumerations/day-unit.ts';
import type { ActionPreview } from '#domain/workflow/action-preview.ts';
import type { ProcessDefinition } from '#domain/workflow/model.ts';
import { clockOf } from '#server/modules/decisions/service.ts';
import type { Directory } from '#server/modules/organisations/service.ts';

const peopleShown = 5;

/** The tasks that an action would open: their units, posts and people, and until when. */
export function presentOpened(
  preview: Pick<ActionPreview, 'opens' | 'panels'>,
  at: { definition: ProcessDefinition; directory: Directory; holidays: HolidayTable; now: Date },
): OpenedTask[] {
  const { definition, directory, holidays, now } = at;
  return preview.opens.map(({ nodeId, candidates, panelId }) => {
    const node = definition.nodes[nodeId];
    const panel = panelId === null ? undefined : preview.panels[panelId - 1];
    // Those who were asked have the limit that they were asked with.
    const clock =
      panel && panel.kind !== 'instance'
        ? panel.limit && startClock(panel.limit, now)
        : node?.kind === 'userTask' && node.limit && clockOf(node.limit, now);
    const people = directory.peopleOf(candidates);
    const orgIds = [...new Set(people.flatMap(({ orgId }) => orgId ?? []))];
    // A person named by a key of their own is said once.
    const behind = people.filter(({ key }) => !candidates.includes(key));
    return {
      flowNodeId: nodeId,
      flowNodeName: node?.name ?? '',
      handlerNames: candidates.map(directory.nameOf),
      orgNames: orgIds.slice(0, peopleShown).map((id) => directory.nameOf(`org:${id}`)),
      people: behind.slice(0, peopleShown).map(({ name }) => name),
      peopleCount: behind.length,
      limitText: clock ? limitText(clock.limit) : '',
      dueAt: (clock && dueDate(clock, holidays).dueAt?.toISOString()) || null,
    };
  });
}

function limitText({ amount, unit }: TimeLimit): string {
  return `${amount} 个${dayUnitLabel[unit]}`;
}
