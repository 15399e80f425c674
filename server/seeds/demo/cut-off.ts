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
const minWaitingPerNode = 2;

/**
 * Ends a story at the present. Some recent orders stop earlier and become the overdue and urgent ones.
 */
export function cutAtPresent(
  taskCode: string,
  steps: readonly OfficeStep[],
  endsAt: Date,
  random: Random,
): ComposedStory {
  const pastCount = steps.filter(({ at }) => at <= endsAt).length;
  const isPaused = random.chance(pausedShare);
  if (!isPaused || pastCount < 2) return { taskCode, steps, stepsDone: pastCount };
  const keptCount = random.int(1, pastCount - 1);
  const lastAt = steps[keptCount - 1]?.at.getTime() ?? 0;
  return {
    taskCode,
    steps,
    stepsDone: endsAt.getTime() - lastAt < pausedDays * dayMs ? keptCount : pastCount,
  };
}

/** Moves the most recently finished orders back to the nodes without waiting orders. */
export function fillEmptyNodes(composedStories: readonly ComposedStory[], endsAt: Date): Story[] {
  const stories = composedStories.map((story) => ({ ...story }));
  const nodes = new Set(
    stories.flatMap(({ taskCode, steps }) => steps.map((step) => waitingNodeOf(taskCode, step))),
  );
  for (const node of nodes) {
    if (node === undefined) continue;
    const waitsAtNode = (story: ComposedStory) =>
      waitingNodeOf(story.taskCode, story.steps[story.stepsDone]) === node;
    let missing = minWaitingPerNode - stories.filter(waitsAtNode).length;
    const finished = stories
      .filter(({ steps, stepsDone }) => stepsDone === steps.length)
      .flatMap((story) => {
        const before = story.steps.findLastIndex((step) => waitingNodeOf(story.taskCode, step) === node);
        const lastStep = story.steps[before - 1];
        return lastStep && lastStep.at <= endsAt ? [{ story, before, at: lastStep.at }] : [];
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

/** Returns the node at which an order waits if this is the next step. */
function waitingNodeOf(taskCode: string, step: OfficeStep | undefined): string | undefined {
  return step?.act === 'handle' ? `${taskCode} ${step.entry.nodeId}` : undefined;
}
