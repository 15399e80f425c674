import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type ZipPart, zipBytes } from './zip-bytes.ts';

const collectZip = (parts: readonly ZipPart[]) =>
  buffer(Readable.from(zipBytes(parts), { objectMode: false }));
const at = new Date('2026-11-23T16:30:08Z');

test('a package is readable by an independent library, with names and times of China', async () => {
  const bytes = await collectZip([
    { name: '页.html', text: ['你', Buffer.from('好')], modifiedAt: at },
    { name: '材料/𠮷.pdf', text: [Buffer.alloc(200_000, 7)], isCompressed: true, modifiedAt: at },
    { name: 'empty', text: [] },
  ]);
  const zip = await fromBufferPromise(bytes);
  const entries: unknown[] = [];
  for await (const entry of zip.eachEntry()) {
    const text = await buffer(await zip.openReadStreamPromise(entry));
    entries.push([entry.fileName, text.length, text.toString().slice(0, 2)]);
  }
  expect(entries).toEqual([
    ['页.html', 6, '你好'],
    ['材料/𠮷.pdf', 200_000, '\u0007\u0007'],
    ['empty', 0, ''],
  ]);
  // The time of DOS at byte 10: 2026-11-24 00:30:08, the clock in China, whatever the zone of this machine is.
  expect(bytes.readUInt32LE(10)).toBe((((46 << 9) | (11 << 5) | 24) << 16) | (30 << 5) | 4);
});

test('every part is deflated, as stream readers need, and the bytes are reproducible', async () => {
  const parts = () => [{ name: 'a.png', text: [Buffer.alloc(70_000, 1)], isCompressed: true }];
  const bytes = await collectZip(parts());
  expect([bytes.readUInt16LE(6) & 8, bytes.readUInt16LE(8)]).toEqual([8, 8]);
  expect(bytes.length).toBeGreaterThan(70_000);
  expect((await collectZip(parts())).equals(bytes)).toBe(true);
});

test('a reader that stops also stops the current part, and a part that fails fails the package', async () => {
  let isStopped = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(65_536, 3);
    } finally {
      isStopped = true;
    }
  }
  let bytes = 0;
  for await (const chunk of zipBytes([{ name: 'a', text: endless(), isCompressed: true }])) {
    bytes += chunk.length;
    if (bytes > 1_000_000) break;
  }
  await expect.poll(() => isStopped).toBe(true);
  async function* failing() {
    yield 'a';
    throw new Error('gone');
  }
  await expect(collectZip([{ name: 'a', text: failing() }])).rejects.toThrow('gone');
});
