import { expect, test } from 'vitest';
import { worseDue } from './worse-due.ts';

const none = { light: 'none', text: '' } as const;
const green = { light: 'green', text: '余 39 个工作日' } as const;
const red = { light: 'red', text: '超期 5 天' } as const;

test.each([
  ['a step overdue within a whole in time', red, green, [5, 0], '环节'],
  ['a whole overdue at a step in time', green, red, [0, 5], '全程'],
  ['both overdue, the step for longer', red, red, [5, 2], '环节'],
  ['both overdue, the whole for longer', red, red, [2, 5], '全程'],
  ['both in time', green, green, [0, 0], '全程'],
  ['a step without a limit', none, green, [0, 0], '全程'],
] as const)(
  'the worse limit of an order: %s',
  (_name, stepDue, due, [stepOverdueDays, overdueDays], owner) => {
    expect(worseDue({ stepDue, due, stepOverdueDays, overdueDays })).toEqual({
      due: owner === '环节' ? stepDue : due,
      owner,
    });
  },
);
