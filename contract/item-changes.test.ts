import { expect, test } from 'vitest';
import { initialItemSettings } from './initial-item-settings.ts';
import { itemChanges, withoutSecrets } from './item-changes.ts';

const settings = {
  ...initialItemSettings('street-stall', '占道经营许可'),
  processKey: 'stall',
  formCodes: ['stall'],
};
const published = {
  settings,
  version: 1,
  current: true,
  versions: [{ version: 1, publishedAt: '', running: 0, processId: 'stall:1', formIds: ['stall:1'] }],
};
const choices = {
  categories: [],
  organisations: [],
  processes: [{ key: 'stall', name: '占道审批', version: 1, formCodes: [] }],
  forms: [{ code: 'stall', name: '占道经营申请表', version: 1, fields: [] }],
};

test('a newer version of the process or of a form is a change of the item', () => {
  const [process] = choices.processes;
  const newer = { ...choices, processes: process ? [{ ...process, version: 2 }] : [] };
  expect(itemChanges(published, settings, newer)).toEqual([
    { part: '流程', before: '占道审批（第 1 版）', after: '占道审批（第 2 版）' },
  ]);
});

test('the request to another system is a change whose contents the audit log leaves out', () => {
  const traceSource = {
    name: '市平台',
    method: 'GET' as const,
    url: 'https://example.org/traces',
    headers: { authorization: 'Bearer 1234' },
  };
  const changes = itemChanges(published, { ...settings, summary: '新简介', traceSource }, choices);
  expect(JSON.stringify(changes)).toContain('Bearer 1234');
  expect(withoutSecrets(changes)).toEqual([
    { part: '简介', before: '', after: '新简介' },
    { part: '外部轨迹', before: '', after: '市平台（其余设置不记录）' },
  ]);
});
