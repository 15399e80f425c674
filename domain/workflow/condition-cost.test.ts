import { describe, expect, test } from 'vitest';
import { buildDefinition } from '#test/workflow-model/definitions.ts';
import { Story } from '#test/workflow-model/story.ts';
import { createConditionEvaluator } from './conditions/condition.ts';
import { maxConditionsPerDecision } from './model/limits.ts';

/**
 * Returns a task followed by a chain of gateways; each evaluates its conditions, none of which holds, and
 * leaves by its default flow.
 */
function chain(conditions: readonly number[], condition = 'false') {
  const gateways = conditions.map((_, index) => `g${index}`);
  return buildDefinition({
    key: 'chain',
    nodes: {
      start: { kind: 'start' },
      p: { kind: 'userTask' },
      ...Object.fromEntries(
        gateways.map((id, index) => [
          id,
          { kind: 'exclusive' as const, defaultTo: gateways[index + 1] ?? 'after' },
        ]),
      ),
      after: { kind: 'userTask' },
      never: { kind: 'end' },
      done: { kind: 'end' },
    },
    flows: [
      'start -> p',
      'p -> g0',
      ...gateways.flatMap((id, index) => [
        ...Array.from({ length: conditions[index] ?? 0 }, () => `${id} -> never | ${condition}`),
        `${id} -> ${gateways[index + 1] ?? 'after'}`,
      ]),
      'after -> done',
    ],
  });
}

describe('conditions evaluated by one action', () => {
  const evenCounts = Array.from({ length: 10 }, () => maxConditionsPerDecision / 10);

  test('are limited to a thousand over all gateways', () => {
    let evaluations = 0;
    const story = new Story(chain(evenCounts), {
      evaluateCondition: () => {
        evaluations += 1;
        return false;
      },
    }).reach();
    expect(story.handle('p')).toBeNull();
    expect([story.open, evaluations]).toEqual([['after'], maxConditionsPerDecision]);
  });

  test('are refused at the gateway beyond the limit, without further evaluation', () => {
    let evaluations = 0;
    const story = new Story(chain([...evenCounts, 50]), {
      evaluateCondition: () => {
        evaluations += 1;
        return false;
      },
    }).reach();
    const refusal = story.handle('p');
    expect(refusal).toEqual({
      refused: 'conditionFaulty',
      message: '网关“g10”：一次办理要判定的条件过多，请联系配置管理员',
    });
    expect([story.open, evaluations]).toEqual([['p'], maxConditionsPerDecision]);
  });

  test('share a limit of evaluation steps: expensive ones are refused before a thousand', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => index);
    const condition = 'some i in many satisfies i < 0';
    const world = { facts: { many }, evaluateCondition: createConditionEvaluator() };
    const cheapStory = new Story(chain([20], condition), world).reach();
    expect(cheapStory.handle('p')).toBeNull();
    const story = new Story(chain([100], condition), world).reach();
    expect(story.handle('p')?.message).toBe('网关“g0”：一次办理要判定的条件过多，请联系配置管理员');
  });
});
