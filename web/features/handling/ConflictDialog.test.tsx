import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { WorkOrderForm } from '#contract/work-order-form.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { handledForms, openForms, rebaseForms } from '#web/toolkit/open-forms/open-forms.ts';
import { buildOrderForm } from '../work-orders/test-order.ts';
import { renderPart } from '../work-orders/test-screen.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';

/** Returns the form as stored after `version` changes of the conclusion by a colleague. */
function changedTo(conclusion: string, version: number): WorkOrderForm {
  const content = { subject: '路灯不亮', conclusion };
  const at = `2026-11-20T0${version}:00:00.000Z`;
  const changes = [{ version, at, by: '赵敏', fields: ['conclusion'] }];
  return buildOrderForm({ content, initContent: content, contentVersion: version, changes });
}

it('asks again about a field that changes while the dialog is open, before anything is decided', () => {
  const formList = openForms([changedTo('待查', 1)], 'edit');
  const store = formList[0]?.handle?.store;
  store?.change('conclusion', '已修复');
  rebaseForms(formList, [changedTo('部分修复', 2)]);
  const onResolved = vi.fn();
  renderPart(<ConflictDialog forms={handledForms(formList)} onResolved={onResolved} onClose={vi.fn()} />);
  fireEvent.click(screen.getByRole('radio', { name: /^保留我填写的/ }));
  rebaseForms(formList, [changedTo('无法修复', 3)]);

  const continueButton = screen.getByRole('button', { name: '按所选继续' });
  fireEvent.click(continueButton);
  expect(onResolved).not.toHaveBeenCalled();
  expect(screen.getByText('无法修复')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('还有 1 项未选择');

  fireEvent.click(screen.getByRole('radio', { name: /^采用赵敏于.*无法修复/ }));
  fireEvent.click(continueButton);
  expect(onResolved).toHaveBeenCalledTimes(1);
  expect(store?.read('conclusion')).toBe('无法修复');
  expect(store?.conflicts()).toEqual([]);
});

it('returns to the first field in form order, open for typing', async () => {
  const form = changedTo('待查', 1);
  const model = form.formStructure as FormModel;
  const structure = { ...model, globalConfig: { ...model.globalConfig, allowEdit: ['subject'] } };
  const original = { ...form, formStructure: structure };
  const formList = openForms([original], 'edit');
  const store = formList[0]?.handle?.store;
  for (const id of ['conclusion', 'subject']) store?.change(id, '我的');
  const changeTo = (content: Record<string, unknown>, version: number) => {
    const changedForm = {
      ...changedTo('', version),
      formStructure: structure,
      content,
      initContent: content,
    };
    rebaseForms(formList, [{ ...changedForm, changes: [] }]);
  };
  changeTo({ subject: '路灯不亮', conclusion: '部分修复' }, 2);
  changeTo({ subject: '三盏路灯不亮', conclusion: '部分修复' }, 3);
  const show = vi.fn();
  const onClose = vi.fn();
  renderPart(<ConflictDialog forms={handledForms(formList, show)} onResolved={vi.fn()} onClose={onClose} />);
  expect(screen.getAllByRole('radiogroup').map((group) => group.getAttribute('aria-label'))).toEqual([
    '标题',
    '结论',
  ]);
  fireEvent.click(screen.getByRole('button', { name: '返回修改' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(show).toHaveBeenCalledWith('petition'));
  expect(store?.view('subject').editLinkState).toBe('open');
  expect(store?.conflicts()).toEqual(['subject', 'conclusion']);
});
