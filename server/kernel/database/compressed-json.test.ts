import { expect, test } from 'vitest';
import { compressJson, expandJson } from './compressed-json.ts';

const events = [
  {
    type: 'taskFinished',
    at: '2026-11-22T04:44:44.120Z',
    taskId: 2,
    outcome: 'handled',
    by: { staffId: 'staff-chenjing', name: '陈静', orgId: '330127-zwb', orgName: '淳安县政务服务管理办公室' },
    buttonId: 'pass',
    opinion: '材料形式审查通过',
    resultCode: 2001,
  },
  { type: 'resultRecorded', resultCode: 2001, tokenId: 3 },
];

/** As stored by this version; it must stay readable as long as there are orders. */
const stored =
  'I8Kxhoa6RkYhBiZWJiCkZ2hkEIXkfiNS3J+ckZqXBYoiuD9ezux4OXcmkm+MjQ0Mjcx1q8qTUPz1bPvmp+s6n/btfzZl/9Ouhc/m9D7tWvh83cLnE9qeds172rrm6bolaH4vSCwuRvH/s7kTnk2b+XTvoqd7+p+uW/hs/tKXDbNe7G/Hkj5RG2FEp2Xj2lgA';

test('a compressed value is restored unchanged and is a third shorter', () => {
  const text = compressJson(events);
  expect(expandJson(JSON.parse(text))).toEqual(events);
  expect(text.length).toBeLessThan((JSON.stringify(events).length * 2) / 3);
});

test('a value stored by this version can be read', () => {
  expect(expandJson(stored)).toEqual(events);
});

test('an uncompressed value is read unchanged, and a broken text throws', () => {
  expect(expandJson(events)).toBe(events);
  expect(() => expandJson('x')).toThrow();
});
