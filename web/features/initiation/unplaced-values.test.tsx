import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, expect, test, vi } from 'vitest';
import { UnplacedValues } from './UnplacedValues.tsx';

afterEach(() => vi.unstubAllGlobals());

test('shows the beginning of each value without a field, and copies the whole text', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const long = '字'.repeat(5000);
  render(
    <App>
      <UnplacedValues
        values={[
          { title: '补充情况', text: long },
          { title: '联系电话', text: '' },
        ]}
      />
    </App>,
  );
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^补充情况：字{295}…$/);
  expect(second?.textContent).toBe('联系电话：（加密内容，不显示）');
  fireEvent.click(screen.getByRole('button', { name: /复\s*制/ }));
  await waitFor(() =>
    expect(writeText).toHaveBeenCalledWith(`补充情况：${long}\n联系电话：（加密内容，不显示）`),
  );
});

test('shows nothing if every value has a field', () => {
  const { container } = render(<UnplacedValues values={[]} />);
  expect(container.textContent).toBe('');
});
