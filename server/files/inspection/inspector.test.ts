import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { docxOf, pngOf } from '#test/world/office-files.ts';
import { createInspector } from './inspector.ts';

const folder = await mkdtemp(join(tmpdir(), 'banjian-inspect-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** A thread's program that does this with every path. */
const programOf = (body: string) =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', (path) => { ${body} });`,
  );

describe('the inspector', () => {
  test('looks into more files than it has threads', async () => {
    const inspector = createInspector({ threads: 1 });
    const paths = [await fileOf('a', docxOf()), await fileOf('b', pngOf()), await fileOf('c', docxOf())];
    expect(await Promise.all(paths.map((path) => inspector.inspect(path)))).toEqual([
      { kind: 'docx', danger: undefined },
      { kind: 'png', danger: undefined },
      { kind: 'docx', danger: undefined },
    ]);
    await inspector.stop();
  });

  test('gives up on a file at the deadline while the loop goes on, and has a new thread for the next', async () => {
    const endless = programOf(
      "if (path.endsWith('bad')) for (;;); parentPort.postMessage({ inspection: { kind: 'png' } });",
    );
    const inspector = createInspector({ threads: 1, deadlineMs: 300, program: endless });
    let turns = 0;
    const loop = setInterval(() => {
      turns += 1;
    }, 5);
    const both = [
      inspector.inspect(await fileOf('bad', pngOf())),
      inspector.inspect(await fileOf('good', pngOf())),
    ];
    expect(await both[0]).toEqual({ kind: 'png', danger: 'tooComplex' });
    clearInterval(loop);
    expect(turns).toBeGreaterThan(3);
    expect(await both[1]).toEqual({ kind: 'png' });
    await inspector.stop();
  });

  test('survives a thread that runs out of memory', async () => {
    const greedy = programOf('const all = []; for (;;) all.push(new Array(100000).fill(path));');
    const inspector = createInspector({ threads: 1, maxHeapMb: 32, program: greedy });
    expect(await inspector.inspect(await fileOf('x', docxOf()))).toEqual({
      kind: 'zip',
      danger: 'tooComplex',
    });
    await inspector.stop();
  });

  test('tells a disk that fails from a file that is wrong', async () => {
    const inspector = createInspector();
    await expect(inspector.inspect(join(folder, 'missing'))).rejects.toThrow('could not be inspected');
    await inspector.stop();
  });
});
