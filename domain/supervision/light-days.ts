import type { LightChange, LightDays } from '../calendar/due-light.ts';
import { DayUnit } from '../enumerations/day-unit.ts';
import type { ProcessDefinition, StepLimit } from '../workflow/model/model.ts';
import type { ItemLights, LightThreshold } from './settings.ts';
import { daysLeftAtShare } from './warning-time.ts';

/**
 * The lights of an item as days that are left, so that lists need no limits: of the whole order, of each node, and of
 * steps without a limit of their own. Null where a share has no limit to be taken of; the common lights apply there.
 */
export interface ItemLightDays {
  order: LightDays | null;
  nodes: Readonly<Record<string, LightDays | null>>;
  otherSteps: LightDays | null;
}

/** Returns the lights of an item for the limits of its process. */
export function lightDaysOfItem(
  lights: ItemLights | null,
  { limit, nodes }: Pick<ProcessDefinition, 'limit' | 'nodes'>,
): ItemLightDays | null {
  if (lights === null) return null;
  const limited = Object.entries(nodes).flatMap(([id, node]) =>
    node.kind === 'userTask' && node.limit ? [[id, lightDays(lights, node.limit)] as const] : [],
  );
  return {
    order: lightDays(lights, limit),
    nodes: Object.fromEntries(limited),
    otherSteps: lightDays(lights, undefined),
  };
}

/** Returns the lights of a step; undefined for the common ones. */
export function lightsOfStep({ nodes, otherSteps }: ItemLightDays, nodeId: string): LightDays | undefined {
  return nodes[nodeId] ?? otherSteps ?? undefined;
}

function lightDays({ yellow, red }: ItemLights, limit: StepLimit | undefined): LightDays | null {
  const yellowChange = changeOf(yellow, limit);
  if (yellowChange === undefined) return null;
  return { yellow: yellowChange, red: (red && changeOf(red, limit)) ?? null };
}

function changeOf({ unit, amount }: LightThreshold, limit: StepLimit | undefined): LightChange | undefined {
  if (unit === 'day') return { days: amount, unit: DayUnit.workingDays };
  return (
    limit && {
      days: daysLeftAtShare(limit.amount, amount),
      unit: limit.unit === 'workingDay' ? DayUnit.workingDays : DayUnit.calendarDays,
    }
  );
}
