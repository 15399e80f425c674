import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppModal } from './AppModal.tsx';

test('a dialog is 1200 wide and its body 65vh high unless it says otherwise (S0 §9, S2 §9)', () => {
  const sizes = [undefined, 560].map((width) => {
    const { unmount } = render(
      <AppModal open title="内容" {...(width !== undefined && { width })}>
        <p>正文</p>
      </AppModal>,
    );
    const dialog = screen.getByRole('dialog');
    const box = dialog.closest<HTMLElement>('.ant-modal') ?? dialog;
    const body = screen.getByText('正文').parentElement;
    const found = [box.style.cssText.includes('1200px') || box.style.width === '1200px', body?.style.height];
    unmount();
    return found;
  });
  expect(sizes).toEqual([
    [true, '65vh'],
    [false, ''],
  ]);
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

test.each([true, false])(
  'a closed dialog gives the focus where it is told to, unless the person has put it somewhere: %s',
  async (isElsewhere) => {
    const onFocusReturn = vi.fn();
    const page = (open: boolean) => (
      <>
        <input aria-label="来信日期" />
        {open && (
          <AppModal open width={480} title="已有办件" onFocusReturn={onFocusReturn}>
            正文
          </AppModal>
        )}
      </>
    );
    const { rerender } = render(page(true));
    rerender(page(false));
    if (isElsewhere) screen.getByRole('textbox', { name: '来信日期' }).focus();
    await nextFrame();
    expect(onFocusReturn).toHaveBeenCalledTimes(isElsewhere ? 0 : 1);
  },
);
