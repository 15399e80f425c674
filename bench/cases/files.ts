import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chunkedUploads } from '#contract/chunked-uploads.ts';
import { files } from '#contract/files.ts';
import { pdfOf, pdfStream } from '#test/world/office-files.ts';
import type { Bench, Benchmark } from '../measuring/case.ts';
import { startChild } from '../processes/child.ts';

const megabyte = 1_048_576;
const run = promisify(execFile);
const wholeMegabytes = 19;
const chunkBytes = 5 * megabyte;
const packedFiles = 500;
const packedBytes = 100 * 1024;

interface Answer {
  errcode: number;
  errmsg?: string;
  data?: { rows?: { id: string }[]; ticket?: string; uploadComplete?: boolean };
}

/** Returns a PDF without visible content, different each time, because identical files are stored once. */
const document = (bytes: number) => pdfOf([pdfStream('', randomBytes(bytes))]);

/**
 * Measures uploads of one file, compared with the simplest server that stores one and with `cat` to the disk;
 * and a package of 500 files. Every upload to the portal is inspected, scanned by the simulator, hashed,
 * recorded and audited.
 */
export async function filesCases({ portal, tokens, world }: Bench): Promise<Benchmark[]> {
  const base = `http://127.0.0.1:${portal.port}`;
  const token = tokens.wangfang ?? '';
  const limitServer = await startChild(
    join(import.meta.dirname, '..', 'processes', 'minimal-upload-server.ts'),
    world,
  );
  const folder = join(world.dataDir, 'bench-files');
  await mkdir(folder, { recursive: true });

  async function callPortal(path: string, init: RequestInit): Promise<Answer> {
    const headers = { ...init.headers, 'x-access-token': token };
    const answer = (await (await fetch(`${base}${path}`, { ...init, headers })).json()) as Answer;
    assert.equal(answer.errcode, 0, `${path}: ${answer.errmsg}`);
    return answer;
  }
  async function sendWhole(content: Buffer): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), 'bench.pdf');
    return (await callPortal(files.upload.path, { method: 'POST', body: form })).data?.rows?.[0]?.id ?? '';
  }
  async function sendInChunks(content: Buffer): Promise<void> {
    const md5 = createHash('md5').update(content).digest('hex');
    const name = 'bench.pdf';
    await callPortal(chunkedUploads.check.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ md5, fileName: name }),
    });
    const chunks = Math.ceil(content.length / chunkBytes);
    let next = 0;
    const sender = async () => {
      while (next < chunks) {
        const chunk = next++;
        const form = new FormData();
        const fields = { md5, chunkSize: chunkBytes, name, size: content.length, chunks, chunk };
        for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
        const part = content.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes);
        form.append('file', new Blob([new Uint8Array(part)]), name);
        await callPortal(chunkedUploads.send.path, { method: 'POST', body: form });
      }
    };
    await Promise.all([sender(), sender()]);
  }
  /**
   * Deletes files that no order uses, because they count towards their owner's quota; keeps the files of the
   * package for the next round.
   */
  const deleteUnusedFiles = (minBytes = megabyte) =>
    world.session(async (client) => {
      await client.query('delete from files where workorder_id is null and size >= $1', [minBytes]);
    });
  const measureTime = async (work: () => Promise<unknown>): Promise<number> => {
    const startTime = performance.now();
    await work();
    return performance.now() - startTime;
  };

  const upload: Benchmark = {
    name: 'upload',
    unit: 'ms',
    variants: [
      {
        name: 'cat',
        async measure() {
          const from = join(folder, 'from');
          await writeFile(from, document(wholeMegabytes * megabyte));
          const to = join(folder, 'to');
          const milliseconds = await measureTime(() =>
            run('sh', ['-c', 'cat "$0" > "$1" && sync "$1"', from, to]),
          );
          await rm(to);
          return milliseconds;
        },
      },
      {
        name: 'limit',
        async measure() {
          const body = new Uint8Array(document(wholeMegabytes * megabyte));
          return measureTime(async () => {
            await (await fetch(`http://127.0.0.1:${limitServer.port}`, { method: 'POST', body })).text();
          });
        },
      },
      {
        name: 'whole',
        async measure() {
          const content = document(wholeMegabytes * megabyte);
          const milliseconds = await measureTime(() => sendWhole(content));
          await deleteUnusedFiles();
          return milliseconds;
        },
      },
      {
        name: 'chunks',
        async measure() {
          const content = document(wholeMegabytes * megabyte);
          const milliseconds = await measureTime(() => sendInChunks(content));
          await deleteUnusedFiles();
          return milliseconds;
        },
      },
    ],
    goals: [
      { title: '19 MB whole, compared with cat to disk with fsync', over: 'whole', under: 'cat' },
      { title: '19 MB whole, compared with the minimal server with fsync', over: 'whole', under: 'limit' },
      { title: '19 MB in chunks of 5, compared with the minimal server', over: 'chunks', under: 'limit' },
    ],
    async finish() {
      await limitServer.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };

  const ids: string[] = [];
  for (let index = 0; index < packedFiles; index += 1) {
    ids.push(await sendWhole(document(packedBytes)));
  }
  const firstByte = {
    title: 'package of 500 files: first byte',
    unit: 'ms' as const,
    values: [] as number[],
  };
  const memory = {
    title: 'package of 500 files: growth of memory',
    unit: 'kB' as const,
    values: [] as number[],
  };
  const zip: Benchmark = {
    name: 'package',
    unit: 'ms',
    variants: [
      {
        name: 'read',
        async measure() {
          const names = await Promise.all(
            ids.map(async (_id, index) => {
              const name = join(folder, `${index}.pdf`);
              await writeFile(name, document(packedBytes));
              return name;
            }),
          );
          return measureTime(() => run('sh', ['-c', 'cat "$@" > /dev/null', 'cat', ...names]));
        },
      },
      {
        name: 'ours',
        async measure() {
          const { data } = await callPortal(files.preparePackage.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ids }),
          });
          const before = await residentKilobytes(portal.pid);
          let peak = before;
          const timer = setInterval(async () => {
            peak = Math.max(peak, await residentKilobytes(portal.pid));
          }, 20);
          const startTime = performance.now();
          const response = await fetch(`${base}${files.packageByForm.path}?ticket=${data?.ticket}`, {
            method: 'POST',
            body: new URLSearchParams({ ids: ids.join(',') }),
          });
          assert.equal(response.status, 200);
          let bytes = 0;
          for await (const part of response.body ?? []) {
            if (bytes === 0) firstByte.values.push(performance.now() - startTime);
            bytes += part.length;
          }
          clearInterval(timer);
          assert.ok(bytes > packedFiles * packedBytes, `${bytes} bytes`);
          memory.values.push(peak - before);
          return performance.now() - startTime;
        },
      },
    ],
    goals: [
      { title: '500 files of 100 kB as one zip, compared with reading them', over: 'ours', under: 'read' },
    ],
    probes: [firstByte, memory],
    finish: () => deleteUnusedFiles(0),
  };
  return [zip, upload];
}

async function residentKilobytes(pid: number): Promise<number> {
  const pageKilobytes = 4;
  return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1] ?? 0) * pageKilobytes;
}
