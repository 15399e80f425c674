import { expect, test } from 'vitest';
import { DayUnit } from '../enumerations/day-unit.ts';
import type { FlowNode, StepLimit } from '../workflow/model/model.ts';
import { lightDaysOfItem, lightsOfStep } from './light-days.ts';
import { problemsOfSupervision } from './settings.ts';

const node = (limit?: StepLimit) => ({ kind: 'userTask', ...(limit && { limit }) }) as FlowNode;
const process = {
  limit: { amount: 60, unit: 'calendarDay' } as const,
  nodes: { examine: node({ amount: 10, unit: 'workingDay' }), sign: node() },
};
const share = { yellow: { unit: 'percent', amount: 80 }, red: { unit: 'percent', amount: 95 } } as const;

test('a share of a limit is the days that are left of it, in its own unit', () => {
  const lights = lightDaysOfItem(share, process);
  expect(lights?.order).toEqual({
    yellow: { days: 12, unit: DayUnit.calendarDays },
    red: { days: 3, unit: DayUnit.calendarDays },
  });
  expect(lights && lightsOfStep(lights, 'examine')).toEqual({
    yellow: { days: 2, unit: DayUnit.workingDays },
    red: { days: 0, unit: DayUnit.workingDays },
  });
  // A step without a limit of its own has the common lights.
  expect(lights && lightsOfStep(lights, 'sign')).toBe(undefined);
});

test('days apply to every limit', () => {
  const lights = lightDaysOfItem({ yellow: { unit: 'day', amount: 5 }, red: null }, process);
  const expected = { yellow: { days: 5, unit: DayUnit.workingDays }, red: null };
  expect([lights?.order, lights && lightsOfStep(lights, 'sign')]).toEqual([expected, expected]);
});

test('all problems of the settings are named at their fields', () => {
  const level = { of: 'step', when: 'before', amount: 0, unit: 'hour', whom: [], channels: [] } as const;
  const problems = problemsOfSupervision({
    lights: { yellow: { unit: 'percent', amount: 80 }, red: { unit: 'percent', amount: 70 } },
    warnings: [level, { ...level, when: 'used', unit: 'day', whom: ['handler'] }],
  });
  expect(problems).toEqual([
    { field: 'supervision.lights.red', message: '红灯应晚于黄灯' },
    { field: 'supervision.warnings[0]', message: '到期前须为 1 到 80' },
    { field: 'supervision.warnings[0].whom', message: '请选择提醒对象' },
    { field: 'supervision.warnings[1]', message: '请选择时间单位' },
  ]);
});
