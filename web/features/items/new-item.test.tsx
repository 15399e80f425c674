import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { organisations } from '#contract/organisations.ts';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { NewItemDialog } from './NewItemDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

function open(usedCodes: readonly string[] = []) {
  answerCalls({ [`POST ${organisations.pinyin.path}`]: () => ({ pinyin: ['zhan dao jing ying'] }) });
  const onMade = vi.fn();
  renderPart(
    <NewItemDialog
      usedCodes={usedCodes}
      usedNames={['占道经营']}
      onCreate={onMade}
      onClose={() => undefined}
    />,
  );
  fireEvent.change(screen.getByLabelText('事项名称'), { target: { value: '占道经营' } });
  return onMade;
}
const continueToForm = () => fireEvent.click(screen.getByRole('button', { name: '填写事项' }));

it('derives its code from the pinyin of the name, even before the details section has shown it', async () => {
  const onMade = open();
  continueToForm();
  await waitFor(() => expect(onMade).toHaveBeenCalledWith({ code: 'zhandaojingying', name: '占道经营' }));
});

it('shows a code in the details section that differs from existing codes', async () => {
  open(['zhandaojingying']);
  expect(await screen.findByDisplayValue('zhandaojingying-2')).toBe(screen.getByLabelText('编码'));
  expect(screen.getByText('高级').closest('details')?.open).toBe(false);
});

it('keeps a typed code when the name changes, and opens the details section when the code is invalid', async () => {
  const onMade = open(['street-stall']);
  fireEvent.change(screen.getByLabelText('编码'), { target: { value: 'street-stall' } });
  continueToForm();
  expect(await screen.findByText('已有这个编码的事项')).toBeDefined();
  expect(screen.getByText('高级').closest('details')?.open).toBe(true);
  fireEvent.change(screen.getByLabelText('编码'), { target: { value: 'stall' } });
  fireEvent.change(screen.getByLabelText('事项名称'), { target: { value: '占道经营许可' } });
  continueToForm();
  await waitFor(() => expect(onMade).toHaveBeenCalledWith({ code: 'stall', name: '占道经营许可' }));
});

it('says that a name is in use, and continues with it', async () => {
  const onMade = open();
  const warning = screen.getByText('已有同名的事项，仍可新建');
  expect(warning.closest('.ant-form-item-has-warning')).not.toBeNull();
  fireEvent.change(screen.getByLabelText('事项名称'), { target: { value: '占道经营二' } });
  await waitFor(() => expect(screen.queryByText('已有同名的事项，仍可新建')).toBeNull());
  fireEvent.change(screen.getByLabelText('事项名称'), { target: { value: '占道经营' } });
  continueToForm();
  await waitFor(() => expect(onMade).toHaveBeenCalled());
});
