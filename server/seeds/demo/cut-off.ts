import type { OfficeStep, Story } from './office-actions.ts';
import type { Random } from './random.ts';

/** A story composed to its end, and how many of its steps have been done by now. */
export interface ComposedStory {
  taskCode: string;
  steps: readonly OfficeStep[];
  stepsDone: number;
}

const day = 86_400_000;
const putAsideShare = 0.3;
const putAsideDays = 50;
/** Every node has at least this many waiting orders, so that no list of the demo is empty. */
const waitingAtEach = 2;

/**
 * Cuts a story off at the present. Some recent orders stop earlier: these become the overdue and urgent ones.
 */
export function cutAtPresent(
  taskCode: string,
  steps: readonly OfficeStep[],
  until: Date,
  random: Random,
): ComposedStory {
  const past = steps.filter(({ at }) => at <= until).length;
  const isPutAside = random.chance(putAsideShare);
  if (!isPutAside || past < 2) return { taskCode, steps, stepsDone: past };
  const kept = random.int(1, past - 1);
  const last = steps[kept - 1]?.at.getTime() ?? 0;
  return { taskCode, steps, stepsDone: until.getTime() - last < putAsideDays * day ? kept : past };
}

/** Moves the most recently finished orders back to the nodes without waiting orders. */
export function fillEmptyDesks(walked: readonly ComposedStory[], until: Date): Story[] {
  const stories = walked.map((story) => ({ ...story }));
  const places = new Set(
    stories.flatMap(({ taskCode, steps }) => steps.map((step) => placeOf(taskCode, step))),
  );
  for (const place of places) {
    if (place === undefined) continue;
    const waits = (story: ComposedStory) => placeOf(story.taskCode, story.steps[story.stepsDone]) === place;
    let missing = waitingAtEach - stories.filter(waits).length;
    const finished = stories
      .filter(({ steps, stepsDone }) => stepsDone === steps.length)
      .flatMap((story) => {
        const before = story.steps.findLastIndex((step) => placeOf(story.taskCode, step) === place);
        const last = story.steps[before - 1];
        return last && last.at <= until ? [{ story, before, at: last.at }] : [];
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
