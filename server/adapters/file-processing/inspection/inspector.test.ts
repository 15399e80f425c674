import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { docxOf, pngOf, zipOf } from '#test/world/office-files.ts';
import { createInspector } from './inspector.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-inspect-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Inspects the file INSPECTED and prints the result and the largest memory growth of the process. */
const inspectionProgram = `
  const { inspectFile } = await import(${JSON.stringify(new URL('./inspect-file.ts', import.meta.url).href)});
  const before = process.memoryUsage.rss();
  const { danger = null } = await inspectFile(process.env.INSPECTED);
  const { readFile } = await import('node:fs/promises');
  const peak = /^VmHWM:\\s*(\\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8'));
  const growth = Number(peak[1]) * 1024 - before;
  console.log(JSON.stringify({ danger, growth }));
`;

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Program of a child that behaves as the file name says, and reports every other file as a picture. */
const program = new URL('./test-child.ts', import.meta.url);

describe('the inspector', () => {
  test('inspects more files than it has child processes', async () => {
    const inspector = createInspector({ children: 1 });
    const paths = [await fileOf('a', docxOf()), await fileOf('b', pngOf()), await fileOf('c', docxOf())];
    expect(await Promise.all(paths.map((path) => inspector.inspect(path, 'zhang')))).toEqual([
      { kind: 'docx', danger: undefined },
      { kind: 'png', danger: undefined },
      { kind: 'docx', danger: undefined },
    ]);
    await inspector.stop();
  });

  test.each([
    ['the deadline', 'loop.png', { deadlineMs: 4_000 }],
    ['the memory limit', 'heap.png', { maxHeapMb: 64 }],
    ['a crash', 'die.png', {}],
  ])(
    'rejects a file at %s without blocking the event loop, and inspects the next one with a new child process',
    async (_case, name, limits) => {
      const inspector = createInspector({ children: 1, deadlineMs: 600_000, ...limits, program });
      let turns = 0;
      const loop = setInterval(() => {
        turns += 1;
      }, 5);
      const inspections = [
        inspector.inspect(await fileOf(name, pngOf()), 'zhang'),
        inspector.inspect(await fileOf('good', pngOf()), 'zhang'),
      ];
      expect(await inspections[0]).toEqual({ kind: 'png', danger: 'tooComplex' });
      clearInterval(loop);
      expect(turns).toBeGreaterThan(3);
      expect(await inspections[1]).toEqual({ kind: 'png', danger: undefined });
      await inspector.stop();
    },
  );

  test('reports a file that cannot be read as an error, not as a dangerous file', async () => {
    const inspector = createInspector();
    await expect(inspector.inspect(join(folder, 'missing'), 'zhang')).rejects.toThrow(
      'could not be inspected',
    );
    await inspector.stop();
  });
});

describe('inspection of a large PDF', () => {
  const half = 49 * 1_048_576;
  const zip = zipOf([{ name: 'a.exe', content: 'MZ' }]);
  const script = Buffer.from('<< /S /JavaScript /JS (app.alert\\(1\\)) >>');
  /** Returns zeros with the given bytes at positions between and within windows. */
  const bytesWith = (places: readonly [number, Uint8Array][]) => {
    const bytes = Buffer.alloc(2 * half);
    bytes.write('%PDF-1.7\n');
    for (const [at, content] of places) bytes.set(content, at);
    return bytes;
  };
  const packedScript = () => {
    const content = deflateSync(Buffer.concat([Buffer.from('4 0 '), script]));
    return Buffer.concat([
      Buffer.from('1 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n'),
      content,
      Buffer.from('\nendstream endobj'),
    ]);
  };
  const window = 32 * 1_048_576;
  test.each([
    ['a script at its end', bytesWith([[2 * half - 100, script]]), 'script'],
    ['a script across two windows', bytesWith([[window - 10, script]]), 'script'],
    ['a compressed script across two windows', bytesWith([[window - 30, packedScript()]]), 'script'],
    ['a compressed script at the start of a window', bytesWith([[2 * window, packedScript()]]), 'script'],
    ['a zip at its end', bytesWith([[2 * half - zip.length, zip]]), 'broken'],
    ['no dangerous content', bytesWith([]), undefined],
  ])('examines a PDF with %s completely, in windows', async (_case, bytes, danger) => {
    const inspector = createInspector({ children: 1 });
    expect((await inspector.inspect(await fileOf('large.pdf', bytes), 'zhang')).danger).toBe(danger);
    await inspector.stop();
  });

  test('inspects a PDF of 200 MB in less memory than twice its size', async () => {
    const path = await fileOf('huge.pdf', Buffer.from('%PDF-1.7\n'));
    const size = 200 * 1_048_576;
    await truncate(path, size);
    // In a separate process, because other tests use memory in this one. The peak is read from the kernel's
    // own figure, because `getrusage` includes the process before it became this program.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', inspectionProgram],
      {
        env: { ...process.env, INSPECTED: path },
      },
    );
    const { danger, growth } = JSON.parse(stdout) as { danger: string | null; growth: number };
    expect(danger).toBeNull();
    // Read whole, its bytes and its text alone would take 400 MB.
    expect(growth).toBeLessThan(1.6 * size);
  });
});
