import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RecoveryCodes } from '#web/features/session/second-step/RecoveryCodes.tsx';
import { copyText } from './copy-text.ts';

/** The text that the old command copied. */
let copied: string | undefined;

function onPlainHttp() {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = vi.fn(() => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
}

afterEach(() => {
  copied = undefined;
});

test('text is copied where the page has no clipboard access, and the focus stays', async () => {
  onPlainHttp();
  render(
    <div role="dialog">
      <button type="button">复制</button>
    </div>,
  );
  const button = screen.getByRole('button');
  button.focus();
  expect(await copyText('2026000128')).toBe(true);
  expect(copied).toBe('2026000128');
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
});

test('recovery codes are also copied without clipboard access', async () => {
  onPlainHttp();
  render(<RecoveryCodes account="dongmei" codes={['AAAA-BBBB', 'CCCC-DDDD']} />);
  fireEvent.click(screen.getByRole('button', { name: '复制' }));
  await waitFor(() => expect(screen.getByText('已复制')).toBeTruthy());
  expect(copied).toBe('AAAA-BBBB\nCCCC-DDDD');
});

test('no screen writes to the clipboard directly', () => {
  const writers = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => readFileSync(join('web', file), 'utf8').includes('clipboard.writeText'));
  expect(writers).toEqual([join('toolkit', 'page', 'copy-text.ts')]);
});
