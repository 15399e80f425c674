import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { createDocumentPress } from '#server/adapters/document-press/document-press.ts';
import { readProcess } from '#server/modules/design/processes/service.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { sheetOf, workbookOf } from '#test/world/generated-workbook.ts';
import { docxOf, jpgOf, pdfOf, pngOf, zipOf } from '#test/world/office-files.ts';
import { addPeople, type TestResponse, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';

/** Tests files and requests that kill the process that reads them, while another person continues to work. */

const portal = await testPortal();
await addPeople(portal, [
  { account: 'zhang', name: '张伟' },
  { account: 'li', name: '李娜' },
]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const [zhang, li] = [await portal.signIn('zhang'), await portal.signIn('li')];
const { inspector, conversionPool } = portal.context;
const press = createDocumentPress({ fonts: [], seal: { kind: 'simulator' }, certificate: undefined });
const folder = await mkdtemp(join(tmpdir(), 'banjian-pools-'));
afterAll(async () => {
  await Promise.all([inspector.stop(), conversionPool.stop(), press.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function upload(name: string, bytes: Uint8Array, token = zhang) {
  const { status, body } = await uploadTo(address, token, [{ name, bytes }]);
  const { rows } = (body.data ?? { rows: [] }) as unknown as { rows: { id: string }[] };
  return { status, id: rows[0]?.id ?? '' };
}
const preview = (token: string, id: string) => portal.call(`/api/files/${id}/preview-data`, { token });
async function merge(ids: string) {
  const answer = await fetch(`${address}/workportal/api/file/filesToMulForFileIds`, {
    method: 'POST',
    headers: { 'x-refusal-status': 'http', 'x-access-token': zhang, 'content-type': 'text/plain' },
    body: ids,
  });
  return { status: answer.status, body: (await answer.json()) as TestResponse['body'] };
}

/** Checks that a call without files is answered all the time; returns the result of the attack. */
async function whileOthersWork<Result>(attack: Promise<Result>): Promise<Result> {
  let isOver = false;
  const result = attack.finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver || answered === 0) {
    expect((await portal.call('/sys/whoim', { token: li })).status).toBe(200);
    answered += 1;
    await wait(20);
  }
  return await result;
}

const list = (head: string, item: string, times: number) =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n4 0 obj\n${head}`,
    ),
    Buffer.from(item.repeat(times)),
    Buffer.from(']\nendobj\ntrailer\n<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n'),
  ]);
const sheet = (rows: string) => workbookOf(sheetOf(rows));

describe('files that can crash their reader', () => {
  test.each<[string, string, () => Uint8Array]>([
    ['4 MB of line feeds', 'a.csv', () => Buffer.alloc(4 * 1_048_576, '\n')],
    ['19 MB of line feeds', 'b.csv', () => Buffer.alloc(19 * 1_048_576, '\n')],
    ['19 MB in one line', 'c.txt', () => Buffer.alloc(19 * 1_048_576, 'a')],
    ['19 MB of columns', 'd.csv', () => Buffer.alloc(19 * 1_048_576, ',')],
    ['a million empty rows', 'e.xlsx', () => sheet('<row/>'.repeat(1_000_000))],
    [
      'a cell in the last row and column',
      'f.xlsx',
      () => sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    ],
    [
      'two million cells in few rows',
      'g.xlsx',
      () => sheet(`<row>${'<c><v>1</v></c>'.repeat(16_000)}</row>`.repeat(120)),
    ],
  ])('get a clear answer in the preview, while other calls continue: %s', async (_case, name, bytes) => {
    const id = (await upload(name, bytes())).id;
    const answer = await whileOthersWork(preview(zhang, id));
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 400) expect(answer.body.errmsg).toMatch(/请下载后查看$/);
    expect(
      (
        await fetch(`${address}/file/files/${id}`, {
          headers: { 'x-refusal-status': 'http', 'x-access-token': zhang },
        })
      ).status,
    ).toBe(200);
  });

  test.each<[string, string, () => Uint8Array]>([
    ['18 MB of numbers', 'a.pdf', () => list('[', '1 ', 9_000_000)],
    ['18 MB of dictionaries', 'b.pdf', () => list('[', '<<>>', 4_500_000)],
    ['nested lists', 'c.pdf', () => list('[', '[', 2_000_000)],
    ['a picture of 20,000 by 20,000', 'd.png', () => pngOf(20_000, 20_000)],
    ['a picture of 10,000 by 10,000', 'e.jpg', () => jpgOf(10_000, 10_000)],
  ])('get a clear answer in a merge, while other calls continue: %s', async (_case, name, bytes) => {
    const { status, id } = await whileOthersWork(upload(name, bytes()));
    if (status !== 200) {
      expect(status).toBe(400);
      return;
    }
    const answer = await whileOthersWork(merge(id));
    expect([answer.status, answer.body.errmsg]).toEqual([400, expect.stringMatching(/合并/)]);
  });

  test.each<[string, string, () => Uint8Array]>([
    [
      'a document with a million text runs',
      'a.docx',
      () => docxOf([{ name: 'word/document2.xml', content: '<w:r><w:t>a</w:t></w:r>'.repeat(1_000_000) }]),
    ],
    [
      'a zip with more than ten thousand entries',
      'b.docx',
      () => zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }))),
    ],
    [
      'a PDF with half a million unclosed streams',
      'c.pdf',
      () =>
        Buffer.concat([
          pdfOf(['<< /Type /Catalog >>']),
          Buffer.from('1 0 obj<</Type/ObjStm>>stream\n'.repeat(500_000)),
        ]),
    ],
  ])('are stored or refused in an upload, while other calls continue: %s', async (_case, name, bytes) => {
    const { status } = await whileOthersWork(upload(name, bytes()));
    expect([200, 400]).toContain(status);
  });
});

/** Returns the process ids of this process's children that run a program, optionally with this argument. */
function childrenOf(program: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return parent === process.pid && line.includes(program) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

const [csv, png, pdf] = [join(folder, 'a.csv'), join(folder, 'a.png'), join(folder, 'a.pdf')];
await writeFile(csv, '甲,乙\n1,2\n');
await writeFile(png, pngOf());
const emptyDocument = await PDFDocument.create();
emptyDocument.addPage();
await writeFile(pdf, await emptyDocument.save());
const outputPath = join(folder, 'out.pdf');
const inputs = [{ path: pdf, contentType: 'application/pdf' }];
const sealed = { keyword: '淳安县信访局', organisation: '淳安县信访局' };
let file: Uint8Array;

/** A request to each pool. */
const requests: [string, string, (requester: string) => Promise<unknown>][] = [
  ['uploads', 'inspector-child.ts', (requester) => inspector.inspect(png, requester)],
  [
    'previews',
    'conversion-child.ts preview',
    (requester) => conversionPool.make({ work: 'preview', path: csv, format: 'csv' }, requester),
  ],
  [
    'merges',
    'conversion-child.ts merge',
    (requester) => conversionPool.make({ work: 'merge', inputs, outputPath, maxPages: 9 }, requester),
  ],
  [
    'watermarks',
    'conversion-child.ts watermark',
    (requester) =>
      conversionPool.make(
        {
          work: 'watermark',
          path: pdf,
          contentType: 'application/pdf',
          outputPath,
          lines: ['甲'],
          maxPages: 9,
        },
        requester,
      ),
  ],
  [
    'packages',
    'conversion-child.ts readBundle',
    (requester) =>
      conversionPool.make(
        { work: 'readBundle', bytes: zipOf([]), maxParts: 9, maxBytes: 9, maxValues: 9 },
        requester,
      ),
  ],
  ['drawn documents', 'typst-child.ts', (requester) => press.typesetter.draw(buildDocument({}), requester)],
  ['text documents', 'docx-child.ts', (requester) => press.print(buildDocument({}), requester)],
  [
    'seals',
    'seal-child.ts',
    async (requester) => {
      file ??= (await press.typesetter.draw(buildDocument({}), requester)).pdf;
      return await press.sealAndSign(file, sealed, requester);
    },
  ],
  ['processes', 'reading-child.ts', (requester) => readProcess('<x/>', requester)],
];

describe.runIf(process.platform === 'linux')('a conversion pool', () => {
  test.each(requests)(
    'answers other calls while a child for %s hangs and is killed, and continues afterwards',
    async (_pool, program, send) => {
      await send('zhang');
      const [child = 0] = childrenOf(program);
      expect(child).toBeGreaterThan(0);
      process.kill(child, 'SIGSTOP');
      const blocked = send('zhang').then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      expect(await whileOthersWork(send('li'))).toBeDefined();
      process.kill(child, 'SIGKILL');
      // The pool reports it like a file or a document that kills its child; this process keeps running.
      expect(await whileOthersWork(blocked)).toBeDefined();
      expect(await send('zhang')).toBeDefined();
      // The signal is sent at once; the process table keeps the child until it is reaped.
      await expect.poll(() => childrenOf(program)).not.toContain(child);
    },
  );

  test('serves a preview of a colleague during many previews of one person, and refuses too many of them', async () => {
    const bytes = Buffer.from('甲,乙\n1,2\n');
    const [ownFile, colleaguesFile] = [
      (await upload('a.csv', bytes)).id,
      (await upload('a.csv', bytes, li)).id,
    ];
    expect((await preview(zhang, ownFile)).status).toBe(200);
    const previewChildren = childrenOf('conversion-child.ts preview');
    for (const child of previewChildren) process.kill(child, 'SIGSTOP');
    // One is stopped in a child process, twenty wait, the others are refused.
    const many = Array.from({ length: 24 }, () => preview(zhang, ownFile));
    let refusals = 0;
    for (const answer of many) {
      void answer.then(({ status }) => {
        if (status === 429) refusals += 1;
      });
    }
    // Continues only after all previews have arrived: otherwise a late one would be accepted.
    await expect.poll(() => refusals).toBe(3);
    for (const child of previewChildren.slice(1)) process.kill(child, 'SIGCONT');
    expect((await preview(li, colleaguesFile)).status).toBe(200);
    for (const child of previewChildren) process.kill(child, 'SIGCONT');
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBe(3);
    expect(statuses.filter((status) => status === 200).length).toBe(21);
    const refused = (await Promise.all(many)).find(({ status }) => status === 429);
    expect(refused?.body.errmsg).toBe('您有多项文件处理尚未完成，请待完成后再试');
  });
});
