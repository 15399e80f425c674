import { expect, test } from 'vitest';
import { reasonToUrge } from './overdue-texts.ts';

test.each([
  [3, 0, '环节“审核”已超期 3 天，请尽快办理。'],
  [0, 2, '全程已超期 2 天，请尽快办理。'],
  [3, 2, '环节“审核”已超期 3 天，全程已超期 2 天，请尽快办理。'],
  [0, 0, ''],
])(
  'a step overdue by %d days and an order overdue by %d days are urged with “%s”',
  (stepOverdueDays, overdueDays, reason) => {
    expect(reasonToUrge({ nodeName: '审核', stepOverdueDays, overdueDays })).toBe(reason);
  },
);
