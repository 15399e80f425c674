import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';
import { sampleWorld } from '#test/workflow-model/samples.ts';
import { walkOrder } from '#test/workflow-model/walk.ts';
import { readDefinition } from './read-definition.ts';

const folder = new URL('../../../seeds/data/processes/', import.meta.url);
const orders = 12;
const stepsPerOrder = 30;

/** Form values for the conditions of our processes, and for the units that handle their steps. */
const unit = (id: string) => [{ id, name: id }];
const proposal = {
  hostUnit: unit('host'),
  units: [{ unit: unit('joining') }, { unit: unit('joining-too') }],
};
const letter = { 'petition-letter': { undertakingUnit: unit('lead'), coUnits: unit('assist') } };
const forms = ['single', 'split', 'lead'].map((handlingWay) => ({
  ...letter,
  'congress-proposal': { ...proposal, handlingWay },
}));

describe('orders of our own processes under random actions', () => {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.bpmn')))(
    'run without a failure: %s',
    async (name) => {
      const { definition } = await readDefinition(readFileSync(new URL(name, folder), 'utf8'));
      if (definition === undefined) throw new Error(`${name} cannot be read`);
      const context = { evaluateCondition: createConditionEvaluator() };
      let steps = 0;
      for (let seed = 1; seed <= orders; seed++) {
        const facts = forms[seed % forms.length] ?? {};
        const walk = walkOrder(sampleWorld(definition, { ...context, facts }), seed, stepsPerOrder);
        if (walk.failure !== null) throw new Error(walk.failure);
        steps += walk.steps;
      }
      expect(steps).toBeGreaterThan(orders * 5);
    },
  );
});
