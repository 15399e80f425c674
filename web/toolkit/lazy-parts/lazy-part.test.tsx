import { fireEvent, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

function Guide({ words }: { words: string }) {
  return <p>{words}</p>;
}

test('a part that cannot be loaded shows an error, keeps the typed text, and loads on the next click', async () => {
  let tries = 0;
  const Part = lazyPart(async () => {
    if (++tries <= 3) throw new TypeError('Failed to fetch dynamically imported module');
    return Guide;
  });
  function Screen() {
    const [open, setOpen] = useState(false);
    return (
      <App>
        <input aria-label="意见" />
        <button type="button" onClick={() => setOpen(true)}>
          指南
        </button>
        {open && <Part words="请带原件" onLoadFailed={() => setOpen(false)} />}
      </App>
    );
  }
  render(<Screen />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '意见' });
  fireEvent.change(field, { target: { value: '已核实' } });
  fireEvent.click(screen.getByRole('button', { name: '指南' }));
  expect(await screen.findByText(/未能打开，请检查网络后重试/)).toBeTruthy();
  expect(field.isConnected && field.value).toBe('已核实');
  fireEvent.click(screen.getByRole('button', { name: '指南' }));
  expect(await screen.findByText('请带原件')).toBeTruthy();
  expect(tries).toBe(4);
});
