import { expect, test } from 'vitest';
import { keepsToolsInView } from './opening-scroll.ts';

test('日程 scrolls to today at its opening only while the tools of the calendar stay in view', () => {
  const low = { calendarTop: 120, screenTop: 104, screenBottom: 500 };
  expect(keepsToolsInView({ ...low, dayBottom: 508 })).toBe(true);
  expect(keepsToolsInView({ ...low, dayBottom: 509 })).toBe(false);
  expect(keepsToolsInView({ ...low, screenBottom: 900, dayBottom: 740 })).toBe(true);
});
