import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { openApplicantForm } from './applicant-form.ts';
import { useDuplicateCheck } from './use-duplicate-check.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const data = { flag: false, msg: '申请权限校验不通过', order: null };
  const answer = () => new Response(JSON.stringify({ errcode: 0, code: 200, data }), { status: 200 });
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an unfinished order is shown only after typing pauses, so that the dialog does not catch keys', async () => {
  const { store } = openApplicantForm(
    { applicantWord: ApplicantTerm.petitioner, serveTypes: ['letter'] },
    {},
  );
  const item = { id: 'petition-letter-1', taskCode: 'petition-letter', duplicateCheck: true };
  const { result } = renderHook(() => useDuplicateCheck(store, item));
  act(() => store.change('certCode', '110101199003077758'));
  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await advance(450);
  expect(result.current.lastWarning?.msg).toBe('申请权限校验不通过');
  for (let count = 0; count < 5; count += 1) {
    fireEvent.keyDown(document.body, { key: '1' });
    await advance(500);
    expect(result.current.openWarning).toBeUndefined();
  }
  await advance(200);
  expect(result.current.openWarning?.msg).toBe('申请权限校验不通过');
});
