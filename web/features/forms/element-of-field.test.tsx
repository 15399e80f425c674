import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedElements } from '#contract/shared-elements.ts';
import { newForm } from '#domain/forms/editing.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { FormEditor } from './FormEditor.tsx';

beforeEach(() => localStorage.clear());

const returnPath = { back: () => undefined, crumbs: [] };
const element = {
  code: 'application',
  name: '申请书示范文本',
  remark: '',
  file: { id: 'f1', name: '申请书样表.pdf', size: 10 },
  updatedAt: '2026-11-30T00:00:00.000Z',
  updatedBy: '肖涵',
  usedBy: [],
  digest: 'd',
};

function openEditor(field: Partial<FieldModel> = {}, rows: readonly object[] = [element]) {
  answerCalls({ [`GET ${sharedElements.list.path}`]: () => ({ rows }) });
  const fields = [{ id: 'paper', title: '申请书', 'x-component': 'upload', ...field }];
  const form = { ...newForm('stall', '占道经营申请表'), schema: { fields } };
  renderPart(
    <FormEditor current={form} over={0} versions={[]} returnPath={returnPath} onLoad={() => undefined} />,
  );
}

describe('the shared element of a field in the editor of forms', () => {
  it('is chosen by its name, and its sample is shown in the preview', async () => {
    openEditor();
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '共享要素' }));
    fireEvent.click(await screen.findByText('申请书示范文本', { selector: '[class*=option-content]' }));
    expect(await screen.findByRole('button', { name: '“申请书”的样表：申请书样表.pdf' })).toBeDefined();
  });

  it('that does not exist is named by its code', async () => {
    openEditor({ 'x-element-code': 'gone' });
    await waitFor(() => expect(screen.getByText('gone（不存在）')).toBeDefined());
  });

  it('is not offered while there is none', async () => {
    openEditor({}, []);
    await screen.findByRole('textbox', { name: '填写说明' });
    expect(screen.queryByRole('combobox', { name: '共享要素' })).toBeNull();
  });
});
