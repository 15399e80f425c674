import { afterEach, expect, it, vi } from 'vitest';
import { prepareDocuments } from './batch-documents.ts';
import { maxParallelTasks } from './batch-run.ts';

afterEach(() => void vi.unstubAllGlobals());

const orders = Array.from({ length: 7 }, (_, index) => `018f0000-0000-7000-8000-00000000000${index}`);
const button = { id: 'accept', code: '1', name: '受理' };
const rows = orders.map((workorderId) => ({ traceId: `${workorderId}.2`, workorderId, code: '', title: '' }));

/**
 * Returns a fake server that assigns numbers in the order of requests, and answers the later of two first.
 */
function stubNumbering() {
  let [nextNumber, activeCount, maxActive] = [1, 0, 0];
  vi.stubGlobal('fetch', async (input: string) => {
    const order = orders.findIndex((id) => input.includes(id));
    activeCount += 1;
    maxActive = Math.max(maxActive, activeCount);
    // Simulates a network in which a later request overtakes an earlier one.
    await new Promise((resolve) => setTimeout(resolve, 12 - order));
    const documentNumber = `〔2026〕${nextNumber++}号`;
    activeCount -= 1;
    // The last of them has a rare character.
    const missingLetters =
      order === orders.length - 1 ? [{ field: '信访人姓名', letter: '𱍐', codePoint: 'U+31350' }] : [];
    const document = { docId: `${order}`, documentNumber, missingLetters };
    return Response.json({ errcode: 0, code: 200, data: { rows: [document], notMade: [] } });
  });
  return () => maxActive;
}

async function prepare(numbersDocuments: boolean) {
  const maxAtOnce = stubNumbering();
  let numbers: readonly string[] = [];
  let notes: readonly string[] = [];
  await prepareDocuments(
    { button, opinion: '', rows, numbersDocuments },
    {
      onChange: (all) => {
        numbers = all.map((row) => row.documents[0]?.documentNumber ?? '');
        notes = all.map(({ note }) => note);
      },
      isCancelled: () => false,
    },
  );
  return { made: numbers, notes, most: maxAtOnce() };
}

it('assigns 文号 in the order of the rows', async () => {
  const { made: document, most: maxActive } = await prepare(true);
  expect(document).toEqual(orders.map((_, index) => `〔2026〕${index + 1}号`));
  expect(maxActive).toBe(1);
});

it('creates documents without 文号 concurrently', async () => {
  const { made: document, notes, most: maxActive } = await prepare(false);
  expect(maxActive).toBe(maxParallelTasks);
  expect(notes.slice(0, -1).join('')).toBe('');
  expect(notes.at(-1)).toContain('信访人姓名中的“𱍐”（U+31350）没有字形');
  expect(document.every((number) => number !== '')).toBe(true);
});
