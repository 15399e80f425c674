import { expect, it } from 'vitest';
import { namesInPackage } from './packed-names.ts';

it('the file names of a package can be unpacked on every system', () => {
  const names = ['来信:第1号?.pdf', '来信_第1号_.pdf', 'CON.txt', '答复 .', '', `${'信'.repeat(100)}.docx`];
  const packed = namesInPackage(names);
  expect(packed.slice(0, 5)).toEqual(['来信_第1号_.pdf', '来信_第1号_(2).pdf', '_CON.txt', '答复', '_']);
  expect(packed[5]).toMatch(/^信+\.docx$/);
  expect(Buffer.byteLength(packed[5] ?? '')).toBeLessThanOrEqual(200);
});
