import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTypesetter } from '#server/adapters/typesetting/typesetter.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { createHttpSeal } from './http-seal.ts';
import { createSealSimulator } from './simulator.ts';

const typesetter = createTypesetter();
const simulator = createSealSimulator(typesetter);
afterAll(() => Promise.all([typesetter.stop(), simulator.stop()]));
const place = { keyword: '淳安县信访局', organisation: '淳安县信访局' };

describe('the demo seal', () => {
  test('covers name and date, and prints its own texts outside both', async () => {
    const { pdf } = await typesetter.draw(
      buildDocument({ body: [{ kind: 'text', text: '由淳安县信访局办理。' }] }),
      'zhang',
    );
    const before = await readPdf(pdf);
    const sealed = await readPdf(await simulator.seal(pdf, place, 'zhang'));
    const name = before.findLast(({ text }) => text === '淳安县信访局');
    const date = before.find(({ text }) => text === '2026年10月9日');
    const ownItems = sealed.slice(before.length);
    expect(sealed.slice(0, before.length)).toEqual(before);
    const ownText = ownItems.map(({ text }) => text).join('');
    for (const text of ['淳', '安', '县', '信', '访', '局', '演示章', '不具法律效力'])
      expect(ownText).toContain(text);
    const middle = { x: (name?.x ?? 0) + (name?.width ?? 0) / 2, y: name?.y ?? 0 };
    for (const { page, x, y } of ownItems) {
      expect(page).toBe(name?.page);
      // Every point of a seal of 42 mm is at most 21 mm away from its centre.
      expect(Math.hypot(x - middle.x, y - middle.y)).toBeLessThan(21 + 3);
    }
    for (const expectedText of ['演示章', '不具法律效力']) {
      const item = ownItems.find(({ text }) => text === expectedText);
      expect(Math.abs((item?.y ?? 0) - (name?.y ?? 0))).toBeGreaterThan(4);
      expect(Math.abs((item?.y ?? 0) - (date?.y ?? 0))).toBeGreaterThan(4);
    }
  });

  test('is refused when the signature name is not in the document', async () => {
    const { pdf } = await typesetter.draw(buildDocument({ signature: ['县住建局'] }), 'zhang');
    await expect(simulator.seal(pdf, { ...place, keyword: '县教育局' }, 'zhang')).rejects.toThrow(
      'is not in the document',
    );
    await expect(simulator.seal(Buffer.from('no PDF'), place, 'zhang')).rejects.toThrow();
    // The child process still works for the next document.
    expect((await simulator.seal(pdf, { ...place, keyword: '县住建局' }, 'zhang')).length).toBeGreaterThan(
      pdf.length,
    );
  });
});

describe('a seal service', () => {
  const settings = {
    kind: 'http',
    origin: '',
    path: '/seal/pdf',
    appId: 'portal',
    secret: 'a secret',
    sealId: 'S-1',
  } as const;
  const pdf = Buffer.from('%PDF-1.7 the paper');
  const requests: { headers: IncomingMessage['headers']; body: string; url: string }[] = [];
  let answer: { status: number; body: string };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push({ headers: request.headers, body, url: request.url ?? '' });
    response.writeHead(answer.status).end(answer.body);
  });
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const seal = () =>
    createHttpSeal(settings, { origin, now: () => new Date(1_000) }).seal(pdf, place, 'zhang');
  const answerOf = (code: unknown, file: string) =>
    JSON.stringify({ code, data: { file: Buffer.from(file).toString('base64') } });

  test('receives the document, the keyword and a signature, and returns the sealed document', async () => {
    answer = { status: 200, body: answerOf(0, '%PDF-1.7 sealed'.padEnd(300_000, ' ')) };
    expect(Buffer.from(await seal()).toString('latin1', 0, 15)).toBe('%PDF-1.7 sealed');
    const [{ headers, body, url } = { headers: {}, body: '', url: '' }] = requests;
    expect(JSON.parse(body)).toEqual({
      sealId: 'S-1',
      keyword: '淳安县信访局',
      organisation: '淳安县信访局',
      file: pdf.toString('base64'),
    });
    const digest = createHash('sha256').update(body).digest('hex');
    const text = `POST\n${url}\n1000\n${headers['x-nonce']}\n${digest}`;
    expect(headers).toMatchObject({ 'x-app-id': 'portal', 'x-timestamp': '1000' });
    expect(headers['x-signature']).toBe(createHmac('sha256', 'a secret').update(text).digest('hex'));
    expect(JSON.stringify(headers) + body).not.toContain('a secret');
  });

  test.each([
    ['a refusal', 200, answerOf(7, '%PDF-1.7'), 'refused the request: 200 7'],
    ['a fault', 502, '', 'http-502'],
    ['a file that is not a PDF', 200, answerOf(0, 'GIF89a'), 'did not answer with a PDF'],
    ['nothing', 200, '{"code":0}', 'did not answer with a PDF'],
    ['invalid JSON', 200, '<html>', 'answer-unreadable'],
    ['a response that is too long', 200, `{"code":0,"x":"${'x'.repeat(30_000_000)}"}`, 'did not answer'],
  ])('yields no document when it answers with %s', async (_name, status, body, message) => {
    answer = { status, body };
    await expect(seal()).rejects.toThrow(message);
  });
});
