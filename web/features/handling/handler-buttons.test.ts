import { describe, expect, it } from 'vitest';
import { buildButton } from '../work-orders/test-order.ts';
import { arrangeButtons } from './handler-buttons.ts';

describe('the buttons of the handler bar', () => {
  it('stand by their order, the first harmless one as the main one', () => {
    const bar = arrangeButtons([
      buildButton('9', '转交', 3),
      buildButton('2', '退回', 1),
      buildButton('1', '受理', 2),
    ]);
    expect(bar.main?.name).toBe('受理');
    expect(bar.others.map((each) => each.name)).toEqual(['转交']);
    expect(bar.dangerous.map((each) => each.name)).toEqual(['退回']);
    expect(bar.more).toEqual([]);
  });

  it('show four at most, the fourth being 更多 when there are five', () => {
    const bar = arrangeButtons([
      buildButton('1', '交办', 1),
      buildButton('9', '转交', 2),
      buildButton('2', '退回', 3),
      buildButton('4', '终止', 4),
      buildButton('13', '作废', 5),
    ]);
    expect(bar.others.map((each) => each.name)).toEqual(['转交']);
    expect(bar.dangerous.map((each) => each.name)).toEqual(['退回']);
    expect(bar.more.map((each) => each.name)).toEqual(['终止', '作废']);
  });
});
