import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { markedFormsIn } from '#web/api/marked-fields.ts';
import { type OpenForm, openForms } from './open-forms.ts';
import { useFormKey } from './use-form-key.ts';

const open = (mode: 'edit' | 'read', isMarked: boolean): OpenForm => {
  const form = {
    id: `letter:${isMarked}:${mode}`,
    formCode: 'letter',
    formStructure: {
      globalConfig: { code: 'letter', title: '来信', columns: 1, allowEdit: [] },
      schema: {
        fields: [{ id: 'phone', title: '电话', 'x-component': 'single-line', 'x-encryption': isMarked }],
      },
    },
    content: {},
    initContent: {},
    masked: [],
    authority: { phone: 2 },
    changes: [],
    typedBefore: {},
  } as unknown as WorkOrderForm;
  const [opened] = openForms([form], mode);
  if (opened === undefined) throw new Error('The form was not opened');
  return opened;
};
const isWrapped = ({ form: { id } }: OpenForm) =>
  markedFormsIn({ workorderForms: [{ formId: id }] }).length > 0;

let addresses: string[];
beforeEach(() => {
  addresses = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', async (url: string) => {
    addresses.push(url);
    return Response.json({ errcode: 0, data: `id.${'A'.repeat(43)}` });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a form with marked fields asks for a key after its first second (S2 §7)', async () => {
  const marked = open('edit', true);
  const { unmount } = renderHook(() => useFormKey(marked));
  vi.advanceTimersByTime(999);
  await vi.dynamicImportSettled();
  expect(addresses).toEqual([]);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() =>
    expect(addresses).toEqual(['/workportal/api/forminstance/form/encrypt/generateKey']),
  );
  expect(isWrapped(marked)).toBe(true);
  unmount();
});

it.each([
  ['that is only read', open('read', true)],
  ['without marked fields', open('edit', false)],
])('a form %s asks for none', async (_, form) => {
  const { unmount } = renderHook(() => useFormKey(form));
  vi.advanceTimersByTime(10_000);
  await vi.dynamicImportSettled();
  expect(addresses).toEqual([]);
  expect(isWrapped(form)).toBe(false);
  unmount();
});
