import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppModal } from './AppModal.tsx';

test('a dialog is 1200 px wide and its body 65vh high by default (S0 §9, S2 §9)', () => {
  const sizes = [undefined, 560].map((width) => {
    const { unmount } = render(
      <AppModal open title="内容" {...(width !== undefined && { width })}>
        <p>正文</p>
      </AppModal>,
    );
    const dialog = screen.getByRole('dialog');
    const box = dialog.closest<HTMLElement>('.ant-modal') ?? dialog;
    const body = screen.getByText('正文').parentElement;
    const sizeOfDialog = [
      box.style.cssText.includes('1200px') || box.style.width === '1200px',
      body?.style.height,
    ];
    unmount();
    return sizeOfDialog;
  });
  expect(sizes).toEqual([
    [true, '65vh'],
    [false, ''],
  ]);
});
