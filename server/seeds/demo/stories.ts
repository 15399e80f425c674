import { MissingCase } from '#domain/missing-case.ts';
import { composeAskingStories } from './asking-stories.ts';
import type { Composition } from './composition.ts';
import { type ComposedStory, cutAtPresent, fillEmptyNodes } from './cut-off.ts';
import type { OfficeActions, OfficeStep, Story } from './office-actions.ts';
import { composePermit } from './permit-stories.ts';
import { composeDraft, composePetition } from './petition-stories.ts';
import { composeProposal } from './proposal-stories.ts';
import { createRandom } from './random.ts';
import { composeRecordStories } from './record-stories.ts';
import { createWalk, type Walk } from './walk.ts';

const dayMs = 86_400_000;
/** The number of days that the demo office goes back. */
const daysBack = 180;
const draftCount = 6;

/** Five letters, three permits and two proposals in every ten orders. */
const kinds = [
  { taskCode: 'petition-letter', compose: composePetition },
  { taskCode: 'permit-application', compose: composePermit },
  { taskCode: 'petition-letter', compose: composePetition },
  { taskCode: 'congress-proposal', compose: composeProposal },
  { taskCode: 'petition-letter', compose: composePetition },
  { taskCode: 'permit-application', compose: composePermit },
  { taskCode: 'petition-letter', compose: composePetition },
  { taskCode: 'congress-proposal', compose: composeProposal },
  { taskCode: 'permit-application', compose: composePermit },
  { taskCode: 'petition-letter', compose: composePetition },
] as const;

/**
 * Plans the demo's work orders: each story is composed to its end and then ended at the present. The same seed
 * and time give the same plan; stories are sorted by their first steps, so that order codes increase with
 * time.
 */
export function composeStories(composition: Composition): Story[] {
  const { seed, endsAt, orders, holidays, directory } = composition;
  const random = createRandom(seed);

  function compose(taskCode: string, age: () => number, performSteps: (walk: Walk) => void): ComposedStory {
    for (;;) {
      const walk = createWalk(random, new Date(endsAt.getTime() - age()), holidays);
      // A night or a holiday may move the first step past the present: then the story has to begin
      // earlier.
      if (walk.now() > endsAt) continue;
      performSteps(walk);
      return cutAtPresent(taskCode, walk.steps, endsAt, random);
    }
  }

  const askingStories = [...composeAskingStories(composition), ...composeRecordStories(composition)];
  const stories: ComposedStory[] = [];
  for (let number = 1; number <= orders - askingStories.length; number += 1) {
    const kind = kinds[number % kinds.length];
    if (!kind) throw new Error('A remainder is outside its list');
    // Most orders are recent, so that orders wait at every stage.
    const age = () => random.next() ** 2 * daysBack * dayMs;
    stories.push(compose(kind.taskCode, age, (walk) => kind.compose(walk, directory, number)));
  }
  for (let number = 1; number <= draftCount; number += 1) {
    const age = () => random.int(1, 12) * dayMs;
    stories.push(compose('petition-letter', age, (walk) => composeDraft(walk, orders + number)));
  }
  return [...fillEmptyNodes(stories, endsAt), ...askingStories].sort(
    (one, other) => startOf(one) - startOf(other),
  );
}

function startOf(story: Story): number {
  return story.steps[0]?.at.getTime() ?? 0;
}

/**
 * Performs the steps of all orders in the order of time. Calls `onStep` with the number of steps done, for a
 * progress line.
 */
export async function performStories<Order>(
  stories: readonly Story[],
  office: OfficeActions<Order>,
  onStep: (done: number) => void = () => {},
): Promise<void> {
  const orders = new Map<Story, Order>();
  const orderOfName = (name: string): Order => {
    const story = stories.find((one) => one.name === name);
    const order = story && orders.get(story);
    if (order === undefined) throw new Error(`The story ${name} has no order yet`);
    return order;
  };
  const steps = stories.flatMap((story, number) =>
    story.steps.map((step, index) => ({ story, step, key: `demo-${number}-${index}` })),
  );
  steps.sort((one, other) => one.step.at.getTime() - other.step.at.getTime());
  let done = 0;
  for (const { story, step, key } of steps) {
    const order = await performStep(office, step, key, { order: orders.get(story), orderOfName });
    if (order !== undefined) orders.set(story, order);
    done += 1;
    onStep(done);
  }
}

interface OrdersOfStep<Order> {
  /** The order of the step's own story; undefined before its start. */
  order: Order | undefined;
  orderOfName(name: string): Order;
}

/** Performs one step in the office; returns the order that it starts. */
async function performStep<Order>(
  office: OfficeActions<Order>,
  step: OfficeStep,
  key: string,
  { order, orderOfName }: OrdersOfStep<Order>,
): Promise<Order | undefined> {
  const action = { person: step.person, at: step.at, key };
  if (step.act === 'saveDraft') {
    await office.saveDraft(action, step.entry);
    return undefined;
  }
  if (step.act === 'start') {
    const { reviewOf } = step.entry;
    return office.start(action, step.entry, reviewOf === undefined ? undefined : orderOfName(reviewOf));
  }
  if (order === undefined) throw new Error(`A story acts (${step.act}) before it starts`);
  switch (step.act) {
    case 'handle':
      await office.handle(action, order, step.entry);
      break;
    case 'return':
      await office.return(action, order, step.entry);
      break;
    case 'resubmit':
      await office.resubmit(action, order, step.entry);
      break;
    case 'withdraw':
      await office.withdraw(action, order, step.entry);
      break;
    case 'recall':
      await office.recall(action, order, step.entry);
      break;
    case 'terminate':
      await office.terminate(action, order, step.entry);
      break;
    case 'void':
      await office.void(action, order, step.entry);
      break;
    case 'ask':
      await office.ask(action, order, step.entry);
      break;
    case 'answer':
      await office.answer(action, order, step.entry);
      break;
    case 'copy':
      await office.copy(action, order, step.entry);
      break;
    case 'readCopy':
      await office.readCopy(action, order, step.entry);
      break;
    case 'urge':
      await office.urge(action, order, step.entry);
      break;
    case 'record':
      await office.record(action, order, step.entry);
      break;
    case 'pay':
      await office.pay(action, order, step.entry);
      break;
    case 'refund':
      await office.refund(action, order, step.entry);
      break;
    case 'merge':
      await office.merge(action, order, step.entry, orderOfName(step.entry.into));
      break;
    case 'importPeople':
      await office.importPeople(action, order, step.entry);
      break;
    default:
      throw new MissingCase(step satisfies never);
  }
  return undefined;
}
