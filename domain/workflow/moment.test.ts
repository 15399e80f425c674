import { describe, expect, test } from 'vitest';
import { momentOf } from './moment.ts';

const at = (time: string) => `2026-03-02T${time}:00.000Z`;
const tasks = (...times: [openedAt: string, finishedAt: string | null][]) =>
  ({
    tasks: times.map(([openedAt, finishedAt]) => ({
      openedAt: at(openedAt),
      finishedAt: finishedAt && at(finishedAt),
    })),
  }) as unknown as Parameters<typeof momentOf>[0];
const moment = (state: Parameters<typeof momentOf>[0], time: string) =>
  momentOf(state, new Date(at(time))).toISOString();

describe('the moment of an action', () => {
  test('is what the clock says', () => {
    expect(moment(tasks(['02:00', '02:10'], ['02:10', null]), '02:11')).toBe(at('02:11'));
    expect(moment(tasks(), '02:11')).toBe(at('02:11'));
  });

  test('is not before anything that happened to the order, whichever task is the last one', () => {
    expect(moment(tasks(['02:00', '02:10'], ['02:10', null]), '02:09')).toBe(at('02:10'));
    expect(moment(tasks(['02:00', '02:40'], ['02:10', '02:20']), '02:30')).toBe(at('02:40'));
  });

  test('is what the clock says again where it had been wrong by more than an hour', () => {
    expect(moment(tasks(['04:00', null]), '03:00')).toBe(at('04:00'));
    expect(moment(tasks(['04:01', null]), '03:00')).toBe(at('03:00'));
  });

  test('is not what was said before the clock was set right', () => {
    const state = tasks(['04:00', '02:10'], ['02:10', null]);
    expect(momentOf(state, new Date(at('03:30')), new Date(at('02:10'))).toISOString()).toBe(at('03:30'));
    expect(momentOf(state, new Date(at('02:05')), new Date(at('02:10'))).toISOString()).toBe(at('02:10'));
  });
});
