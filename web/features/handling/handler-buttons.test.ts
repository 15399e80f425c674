import { describe, expect, it } from 'vitest';
import { arrangeButtons, needsOpinion } from './handler-buttons.ts';

const button = (code: string, name: string, order: number, extra: object = {}) => ({
  id: `b${order}`,
  code,
  name,
  opType: 1,
  state: 1,
  order,
  ...extra,
});

describe('the buttons of the handler bar', () => {
  it('stand by their order, the first harmless one as the main one', () => {
    const bar = arrangeButtons([button('9', '转交', 3), button('2', '退回', 1), button('1', '受理', 2)]);
    expect(bar.main?.name).toBe('受理');
    expect(bar.others.map((each) => each.name)).toEqual(['转交']);
    expect(bar.dangerous.map((each) => each.name)).toEqual(['退回']);
    expect(bar.more).toEqual([]);
  });

  it('show four at most, the fourth being 更多 when there are five', () => {
    const bar = arrangeButtons([
      button('1', '交办', 1),
      button('9', '转交', 2),
      button('2', '退回', 3),
      button('4', '终止', 4),
      button('13', '作废', 5),
    ]);
    expect(bar.others.map((each) => each.name)).toEqual(['转交']);
    expect(bar.dangerous.map((each) => each.name)).toEqual(['退回']);
    expect(bar.more.map((each) => each.name)).toEqual(['终止', '作废']);
  });

  it('leave out what is not in use, what belongs to a done task, and codes that the bar cannot carry out', () => {
    const bar = arrangeButtons([
      button('1', '受理', 1, { state: 0 }),
      button('6', '撤回', 2, { opType: 2 }),
      button('2006', '容缺补充', 3),
    ]);
    expect(bar).toEqual({ main: undefined, others: [], dangerous: [], more: [] });
  });

  it('need an opinion for return and forward always, for checking the form never', () => {
    expect(needsOpinion('2', false)).toBe(true);
    expect(needsOpinion('9', false)).toBe(true);
    expect(needsOpinion('1', false)).toBe(false);
    expect(needsOpinion('1', true)).toBe(true);
    expect(needsOpinion('8', true)).toBe(false);
  });
});
