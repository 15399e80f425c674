import type { OfficeStep, Story } from './office-actions.ts';
import type { Random } from './random.ts';

/** A story composed to its end, and how many of its steps have been done by now. */
export interface ComposedStory {
  taskCode: string;
  steps: readonly OfficeStep[];
  stepsDone: number;
}

const dayMs = 86_400_000;
const pausedShare = 0.3;
const pausedDays = 50;
/** Every node has at least this many waiting orders, so that no list of the demo is empty. */
const waitingAtEach = 2;

/**
 * Ends a story at the present. Some recent orders stop earlier and become the overdue and urgent ones.
 */
export function cutAtPresent(
  taskCode: string,
  steps: readonly OfficeStep[],
  until: Date,
  random: Random,
): ComposedStory {
  const pastCount = steps.filter(({ at }) => at <= until).length;
  const isPaused = random.chance(pausedShare);
  if (!isPaused || pastCount < 2) return { taskCode, steps, stepsDone: pastCount };
  const keptCount = random.int(1, pastCount - 1);
  const lastAt = steps[keptCount - 1]?.at.getTime() ?? 0;
  return {
    taskCode,
    steps,
    stepsDone: until.getTime() - lastAt < pausedDays * dayMs ? keptCount : pastCount,
  };
}

/** Moves the most recently finished orders back to the nodes without waiting orders. */
export function fillEmptyNodes(walked: readonly ComposedStory[], until: Date): Story[] {
  const stories = walked.map((story) => ({ ...story }));
  const places = new Set(
    stories.flatMap(({ taskCode, steps }) => steps.map((step) => placeOf(taskCode, step))),
  );
  for (const place of places) {
    if (place === undefined) continue;
    const waitsAtPlace = (story: ComposedStory) =>
      placeOf(story.taskCode, story.steps[story.stepsDone]) === place;
    let missing = waitingAtEach - stories.filter(waitsAtPlace).length;
    const finished = stories
      .filter(({ steps, stepsDone }) => stepsDone === steps.length)
      .flatMap((story) => {
        const before = story.steps.findLastIndex((step) => placeOf(story.taskCode, step) === place);
        const lastStep = story.steps[before - 1];
        return lastStep && lastStep.at <= until ? [{ story, before, at: lastStep.at }] : [];
      })
      .sort((one, other) => other.at.getTime() - one.at.getTime());
    for (const { story, before } of finished) {
      if (missing <= 0) break;
      story.stepsDone = before;
      missing -= 1;
    }
  }
  return stories.map(({ taskCode, steps, stepsDone }) => ({ taskCode, steps: steps.slice(0, stepsDone) }));
}

/** Returns the place where an order waits if this is the next step. */
function placeOf(taskCode: string, step: OfficeStep | undefined): string | undefined {
  return step?.act === 'handle' ? `${taskCode} ${step.entry.nodeId}` : undefined;
}
