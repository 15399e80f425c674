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
const storedDraft = { id: 'draft-1', applyer: {}, workorderForms: [] } as unknown as Draft;

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
  expect(result.current.autosave.failed).toBe(false);
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
  await waitFor(() => expect(result.current.autosave.failed).toBe(true));
  expect([requests, result.current.draftId.current, result.current.isNewDraft]).toEqual([
    ['draft-1'],
    'draft-1',
    false,
  ]);
});
