import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, renderPart } from '../work-orders/test-screen.tsx';
import { SampleHandlers } from './SampleChoosers.tsx';

it('the picker of handlers in the gallery offers samples, without a call for the directory', async () => {
  const calls = answerCalls({});
  const onConfirm = vi.fn();
  renderPart(
    <SampleHandlers title="选择办理人" single value={[]} onConfirm={onConfirm} onCancel={() => undefined} />,
  );
  fireEvent.click(await screen.findByText('刘洋'));
  fireEvent.click(screen.getByRole('button', { name: /^确认选择/ }));
  await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
  expect(onConfirm.mock.calls[0]?.[0]).toMatchObject([{ key: 'staff:liuyang', name: '刘洋' }]);
  expect(calls.filter(({ path }) => path.includes('/pickers/'))).toEqual([]);
});
