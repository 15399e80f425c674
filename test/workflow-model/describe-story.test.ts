import { expect, test } from 'vitest';
import { systemActor } from '#domain/access/actor.ts';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { definitionOf, factsOf } from './build-plan.ts';
import { CoreComparison } from './core-comparison.ts';
import { pictureOfCore } from './core-side.ts';
import { describeStory } from './describe-story.ts';
import type { Plan } from './plan.ts';
import { createRandom } from './random.ts';
import { drawNet } from './random-net.ts';
import { officeOf, storyOffice } from './random-people.ts';
import { nextLine } from './random-steps.ts';
import type { Line } from './step.ts';
import { Story } from './story.ts';

/** Returns a random walk on a random net, on which both sides agree. */
function walkOf(seed: number): { plan: Plan; lines: Line[] } {
  const random = createRandom(seed);
  const plan = drawNet(random, `net ${seed}`);
  const comparison = new CoreComparison(plan);
  comparison.start();
  const lines: Line[] = [];
  while (comparison.isRunning && lines.length < 40) {
    const line = nextLine(comparison, random, { advanceChance: 0.5, leaveChance: 0.03 });
    if (!line) break;
    lines.push(line);
    expect(comparison.perform(line)).toBeNull();
  }
  return { plan, lines };
}

const names = {
  Story,
  createConditionEvaluator,
  definitionOf,
  factsOf,
  officeFor: storyOffice,
  officeOf,
  pictureOfCore,
  systemActor,
};

/** Runs the printed test as it is, without its one type annotation. */
function run(testText: string): void {
  const plain = testText.replace('const plan: Plan =', 'const plan =');
  const parameters = ['test', 'expect', ...Object.keys(names)];
  const begin = new Function(...parameters, plain);
  begin((_name: string, body: () => void) => body(), expect, ...Object.values(names));
}

test('a random model run is printed as a test that passes: branches, instances and repeated visits', () => {
  const required = ['forward', 'choose', 'terminate', 'withdraw', 'countersign', 'leave'];
  const done: Record<string, number> = {};
  // A tenth of the walks, and as many more as are needed to include each action.
  const isMissing = () => required.some((what) => !done[what]);
  for (let seed = 1; seed <= randomCases(120) || (seed <= 120 && isMissing()); seed += 1) {
    const { plan, lines } = walkOf(seed);
    for (const line of lines) done[line.do] = (done[line.do] ?? 0) + 1;
    run(describeStory({ plan, lines, subject: 'withdrawable' }));
  }
  for (const what of required) expect(done[what], what).toBeGreaterThan(0);
});
