import { expect, test } from 'vitest';
import { itemChanges } from './item-changes.ts';
import { settings } from './test-item.ts';

test('a newer version of the process or of a form is a change of the item', () => {
  const read = {
    settings,
    version: 1,
    current: true,
    versions: [{ version: 1, publishedAt: '', running: 0, processId: 'stall:1', formIds: ['stall:1'] }],
  };
  const newer = {
    categories: [],
    organisations: [],
    processes: [{ key: 'stall', name: '占道审批', version: 2, formCodes: [] }],
    forms: [{ code: 'stall', name: '占道经营申请表', version: 1, fields: [] }],
  };
  expect(itemChanges(read, settings, newer)).toEqual([
    { part: '流程', before: '占道审批（第 1 版）', after: '占道审批（第 2 版）' },
  ]);
});
