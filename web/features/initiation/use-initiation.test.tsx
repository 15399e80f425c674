import { act, renderHook, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { type Draft, type Item, useInitiation } from './use-initiation.ts';

afterEach(() => vi.unstubAllGlobals());

const item = {
  id: 'petition-letter-1',
  taskCode: 'petition-letter',
  applicantWord: ApplicantTerm.petitioner,
  serveTypes: ['window'],
  forms: [],
} as unknown as Item;
const openedAt = '2026-11-30T01:00:00.000Z';
const storedDraft = {
  ...{ id: 'draft-1', updatedAt: openedAt, applyer: {}, workorderForms: [] },
} as unknown as Draft;

function answerWith(...answers: { status: number; body: object }[]): (string | undefined)[] {
  const requests: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body).id);
    const answer = answers[requests.length - 1];
    return new Response(JSON.stringify(answer?.body), { status: answer?.status ?? 500 });
  });
  return requests;
}
const open = () => renderHook(() => useInitiation(item, storedDraft, undefined), { wrapper: MemoryRouter });
const notFound = { status: 404, body: { errcode: 404, errmsg: '草稿已不存在' } };
const savedDraft = { status: 200, body: { errcode: 0, code: 200, data: { id: 'draft-2', updatedAt: '' } } };

test('continues typed values as a new draft when this draft was deleted in another tab, and shows this', async () => {
  const requests = answerWith(notFound, savedDraft, savedDraft);
  const { result } = open();
  act(() => result.current.autosave.recordChange());
  await act(() => result.current.autosave.flush());
  expect(requests).toEqual(['draft-1', undefined]);
  expect(result.current.autosave.failure).toBeUndefined();
  expect(result.current.isNewDraft).toBe(true);
  act(() => result.current.autosave.recordChange());
  await act(() => result.current.autosave.flush());
  expect(requests).toEqual(['draft-1', undefined, 'draft-2']);
});

test('any other failure leaves the draft as it is', async () => {
  const requests = answerWith(
    { status: 409, body: { errcode: 40921, errmsg: '该事项当前不可办理' } },
    savedDraft,
  );
  const { result } = open();
  act(() => result.current.autosave.recordChange());
  await act(() => result.current.autosave.flush());
  await waitFor(() => expect(result.current.autosave.failure).toBeDefined());
  expect([requests, result.current.draftId.current, result.current.isNewDraft]).toEqual([
    ['draft-1'],
    'draft-1',
    false,
  ]);
});

interface SentDraft {
  over?: string;
  pageId?: string;
}

function recordRequests(answerTo: (sent: SentDraft) => { status: number; body: object }): SentDraft[] {
  const requests: SentDraft[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as SentDraft;
    requests.push(sent);
    const answer = answerTo(sent);
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  return requests;
}
const changed = { status: 409, body: { errcode: 40961, errmsg: '该草稿已在其他页面修改' } };
const savedAt = (updatedAt: string) => ({
  status: 200,
  body: { errcode: 0, code: 200, data: { id: 'draft-1', updatedAt } },
});

test('a draft that another page has saved is not sent again until the person chooses to overwrite it', async () => {
  const requests = recordRequests(({ over }) => (over === undefined ? savedAt('newest') : changed));
  const { result } = open();
  const edit = async () => {
    act(() => result.current.autosave.recordChange());
    await act(() => result.current.autosave.flush());
  };
  await edit();
  const failure = { kind: 'changed', reason: '该草稿已在其他页面修改' };
  expect(result.current.autosave.failure).toEqual(failure);
  await edit();
  expect(requests.map(({ over }) => over)).toEqual([openedAt]);
  expect([result.current.autosave.failure, result.current.autosave.isDirty()]).toEqual([failure, true]);
  await act(() => result.current.overwriteDraft());
  expect([requests.at(-1)?.over, result.current.autosave.failure]).toEqual([undefined, undefined]);
  expect(new Set(requests.map(({ pageId }) => pageId)).size).toBe(1);
});

test('each save names the time of the one before, and the page that sent it', async () => {
  let count = 0;
  const requests = recordRequests(() => savedAt(`time-${++count}`));
  const { result } = open();
  for (let round = 0; round < 3; round += 1) {
    act(() => result.current.autosave.recordChange());
    await act(() => result.current.autosave.flush());
  }
  expect(requests.map(({ over }) => over)).toEqual([openedAt, 'time-1', 'time-2']);
  expect(new Set(requests.map(({ pageId }) => pageId)).size).toBe(1);
  expect(requests[0]?.pageId).toMatch(/^.{16,60}$/);
});

test('a draft that is too large names its longest field and is sent again only when it is smaller', async () => {
  const model = {
    globalConfig: { code: 'big', title: '大表单', columns: 1, allowEdit: [] },
    schema: {
      fields: [
        { id: 'name', title: '名称', 'x-component': 'single-line' },
        { id: 'note', title: '说明', 'x-component': 'textarea' },
      ],
    },
  };
  const form = {
    ...{ id: 'big:1', formCode: 'big', formName: '大表单', formStructure: model },
    ...{
      content: {},
      initContent: {},
      masked: [],
      authority: { name: 2, note: 2 },
      contentVersion: 0,
      changes: [],
      typedBefore: {},
    },
  };
  const bigItem = { ...item, forms: [form] } as unknown as Item;
  const limit = 5000;
  const sizes: number[] = [];
  recordRequests((sent) => {
    const size = JSON.stringify(sent).length;
    sizes.push(size);
    return size > limit
      ? { status: 413, body: { errcode: 413, errmsg: '提交的内容过大' } }
      : savedAt('saved');
  });
  const { result } = renderHook(() => useInitiation(bigItem, storedDraft, undefined), {
    wrapper: MemoryRouter,
  });
  const write = async (id: string, text: string) => {
    act(() => result.current.openForms[0]?.handle?.store.change(id, text));
    await act(() => result.current.autosave.flush());
  };
  await write('note', '字'.repeat(9000));
  const failure = { kind: 'refused', reason: '内容过大（最长的一项：说明）' };
  expect(result.current.autosave.failure).toEqual(failure);
  await write('name', '标题');
  await act(() => result.current.autosave.flush());
  expect(sizes).toHaveLength(1);
  expect(result.current.autosave.failure).toEqual(failure);
  // Larger than any call: not sent at all, because the server would close the connection.
  await write('note', '字'.repeat(700_000));
  expect(sizes).toHaveLength(1);
  await write('note', '字'.repeat(10));
  expect([sizes.length, result.current.autosave.failure]).toEqual([2, undefined]);
});

test('a 复查 stays one: the link names its order, the draft keeps it and names it again (S1 §5)', async () => {
  const bodies: { reviewOf?: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return new Response(JSON.stringify(savedDraft.body), { status: 200 });
  });
  const openWith = async (address: string, draft: Draft | undefined) => {
    const { result } = renderHook(() => useInitiation(item, draft, undefined), {
      wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
    });
    act(() => result.current.autosave.recordChange());
    await act(() => result.current.autosave.flush());
    return result.current.reviewOf;
  };
  expect(await openWith('/initiation/petition-letter?reviewOf=2026000147', undefined)).toBe('2026000147');
  const draft = { ...storedDraft, reviewOf: '2026000147' };
  expect(await openWith('/initiation/petition-letter?draftId=draft-1', draft)).toBe('2026000147');
  expect(await openWith('/initiation/petition-letter', undefined)).toBeUndefined();
  expect(bodies.map(({ reviewOf }) => reviewOf)).toEqual(['2026000147', '2026000147', undefined]);
});
