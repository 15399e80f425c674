import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppModal } from './AppModal.tsx';
import { useGoWhenClosed } from './use-go-when-closed.ts';

afterEach(() => vi.useRealTimers());

function Question({ onClose, onGo }: { onClose: () => void; onGo: () => void }) {
  const goTo = useGoWhenClosed(onClose);
  return (
    <AppModal open width={480} title="已有办件" okText="知道了" onOk={() => goTo(onGo)}>
      正文
    </AppModal>
  );
}

function Screen({ onGo }: { onGo: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <input aria-label="来信日期" />
      {open && <Question onClose={() => setOpen(false)} onGo={onGo} />}
    </>
  );
}

test.each([true, false])(
  'a closed dialog follows its link, unless the person is already typing elsewhere: %s',
  (isElsewhere) => {
    vi.useFakeTimers();
    const onGo = vi.fn();
    render(<Screen onGo={onGo} />);
    fireEvent.click(screen.getByRole('button', { name: '知道了' }));
    if (isElsewhere) screen.getByRole('textbox', { name: '来信日期' }).focus();
    act(() => void vi.runAllTimers());
    expect(onGo).toHaveBeenCalledTimes(isElsewhere ? 0 : 1);
  },
);
