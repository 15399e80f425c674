import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../test-screen.tsx';
import { useLeave } from './use-leave.ts';

afterEach(() => vi.unstubAllGlobals());

function Back({ backUrl }: { backUrl?: string }) {
  const leave = useLeave({ ownWindow: false, backUrl, home: '/todo' });
  return (
    <button type="button" onClick={leave}>
      返回
    </button>
  );
}

const goBack = () => fireEvent.click(screen.getByRole('button', { name: '返回' }));

describe('going back from an order without anything behind it', () => {
  it('leads to the list in a window of the portal', async () => {
    renderPart(<Back />);
    goBack();
    expect(await screen.findByText('另一个页面')).toBeDefined();
  });

  it('inside another application says 请配置导航返回地址 when nobody named an address (S1 §8)', async () => {
    vi.stubGlobal('parent', {});
    renderPart(<Back />);
    goBack();
    expect(await screen.findByText('请配置导航返回地址')).toBeDefined();
    expect(screen.queryByText('另一个页面')).toBeNull();
  });

  it('inside another application leads to the address that was named', async () => {
    vi.stubGlobal('parent', {});
    const { router } = renderPart(<Back backUrl="/done" />);
    goBack();
    expect(await screen.findByText('另一个页面')).toBeDefined();
    expect(router.state.location.pathname).toBe('/done');
  });
});
