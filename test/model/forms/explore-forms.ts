/**
 * Random people edit one form in random nets: parallel branches, several people at one node, returns and
 * resubmissions, withdrawals and saved drafts, with clients of every kind. The oracle has no rules of merging:
 * it remembers the values that each page showed and those that were typed in it (docs/decisions/0201).
 */

import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { lintDefinition } from '#domain/workflow/publishing/lint.ts';
import { definitionOf } from '#test/workflow-model/build-plan.ts';
import type { Plan } from '#test/workflow-model/plan.ts';
import { createRandom, type Random } from '#test/workflow-model/random.ts';
import { drawNet } from '#test/workflow-model/random-net.ts';
import { fieldIds } from './form-office.ts';
import { type EventCounts, FormWalk } from './form-walk.ts';

export interface FormExploration {
  steps: number;
  orders: number;
  seen: EventCounts;
  failures: string[];
}

const ordersPerNet = 4;
const stepsPerOrder = 60;

/** Walks until the number of steps is reached, or a value is lost. */
export function exploreForms(seed: number, steps: number): FormExploration {
  const seen = { acted: 0, refused: 0, staged: 0, kept: 0, offered: 0, replaced: 0 };
  const found: FormExploration = { steps: 0, orders: 0, seen, failures: [] };
  for (let net = seed; found.steps < steps && found.failures.length === 0; net += 1) {
    const random = createRandom(net);
    const plan = drawNet(random, `net ${net}`);
    const definition = withAuthority(definitionOf(plan), random);
    if (!isParallel(plan) && random.chance(0.8)) continue;
    if (lintDefinition(definition).length > 0) continue;
    for (let order = 0; order < ordersPerNet && found.failures.length === 0; order += 1) {
      const walk = new FormWalk(plan, definition, random, seen);
      found.orders += 1;
      try {
        walk.start();
        for (let step = 0; step < stepsPerOrder && walk.isRunning; step += 1) {
          walk.step();
          found.steps += 1;
        }
      } catch (failure) {
        found.failures.push(`net ${net}: ${failure}\n${walk.story.join('\n')}`);
      }
    }
  }
  return found;
}

/** Checks whether several tasks of an order may be open at the same time. */
function isParallel({ nodes }: Plan): boolean {
  return Object.values(nodes).some(
    (node) => node.kind === 'and' || node.kind === 'or' || (node.kind === 'task' && node.several),
  );
}

/** Lets every node edit most of the fields, read some and hide a few. */
function withAuthority(definition: ProcessDefinition, random: Random): ProcessDefinition {
  for (const node of Object.values(definition.nodes)) {
    if (node.kind !== 'userTask') continue;
    const levels = fieldIds.map((id) => [id, random.pick([2, 2, 2, 2, 1, 0] as const) ?? 2]);
    node.fieldAuthority = { model: Object.fromEntries(levels) };
  }
  return definition;
}
