import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { menus } from '#contract/menus.ts';
import { preferences } from '#contract/preferences.ts';
import { session } from '#contract/session.ts';
import { answerCalls, refuseWith, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { Tour } from './Tour.tsx';

const saveCall = `POST ${preferences.save.path}`;
const wideBox = { left: 0, top: 60, right: 200, bottom: 100, width: 200, height: 40 } as DOMRect;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(wideBox);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Opens the page of a user whose menu has no 新建办件, with the tour over it. */
function openTour(props: { isRequested?: boolean; tourEnded?: boolean; save?: () => unknown } = {}) {
  const sent = answerCalls({
    [`GET ${session.currentUser.path}`]: () => ({ staffUid: 'w1', tourEnded: props.tourEnded ?? false }),
    [`GET ${menus.userMenus.path}`]: () => [],
    [saveCall]: props.save ?? (() => ({})),
  });
  const onEnd = vi.fn();
  const page = (isShown: boolean) => (
    <>
      <header>
        <input aria-label="页面" />
        <button type="button" aria-haspopup="menu">
          用户菜单
        </button>
      </header>
      <nav aria-label="主菜单">
        <a href="/todo">待办事项</a>
      </nav>
      {isShown && <Tour isRequested={props.isRequested ?? false} onEnd={onEnd} />}
    </>
  );
  const part = renderPart(page(false));
  screen.getByLabelText('页面').focus();
  part.update(page(true));
  const listSaves = () => sent.filter(({ method, path }) => `${method} ${path}` === saveCall);
  return { ...part, listSaves, onEnd, close: () => part.update(page(false)) };
}

const card = () => screen.queryByRole('dialog', { name: '新手引导' });
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });
const focused = () => document.activeElement?.textContent;

describe('tour of the first login', () => {
  it('skips elements that are missing on the page, and handles keys without passing them to the page behind', async () => {
    const pageListener = vi.fn();
    addEventListener('keydown', pageListener);
    openTour();
    await advanceTime(500);
    expect(card()).toBeNull();
    await advanceTime(1000);
    // Only three steps: no 新建办件 in the menu, no search and no messages in this header.
    expect(card()?.textContent).toContain('主菜单');
    expect(card()?.textContent).toContain('1/3');
    expect(focused()).toBe('下一步');
    press('ArrowRight');
    expect(card()?.textContent).toContain('待办');
    expect(card()?.textContent).toContain('2/3');
    press('Tab');
    expect(focused()).toBe('跳过');
    press('Tab', true);
    expect(focused()).toBe('下一步');
    press('Tab', true);
    expect(focused()).toBe('上一步');
    press('ArrowLeft');
    press('ArrowLeft');
    expect(card()?.textContent).toContain('1/3');
    expect(focused()).toBe('下一步');
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowRight');
    expect(card()?.textContent).toContain('3/3');
    expect(screen.queryByRole('button', { name: '跳过' })).toBeNull();
    expect(focused()).toBe('完成');
    expect(pageListener).not.toHaveBeenCalled();
    removeEventListener('keydown', pageListener);
  });

  it.each(['Escape', '跳过', '完成'])(
    'ends by %s, saves this at the server and returns the focus',
    async (endAction) => {
      const { listSaves, onEnd } = openTour();
      await advanceTime(1500);
      if (endAction === 'Escape') press('Escape');
      else {
        if (endAction === '完成') for (const _ of [1, 2]) press('ArrowRight');
        fireEvent.click(screen.getByRole('button', { name: endAction }));
      }
      await advanceTime(100);
      expect(card()).toBeNull();
      expect(onEnd).toHaveBeenCalledOnce();
      expect(listSaves().map(({ body }) => body)).toEqual([{ tourEnded: true }]);
      expect(document.activeElement).toBe(screen.getByLabelText('页面'));
      await advanceTime(5000);
      expect(card()).toBeNull();
    },
  );

  it('does not reappear in this browser when saving failed, and saves again at the next visit', async () => {
    const first = openTour({ save: () => refuseWith(500, '系统繁忙') });
    await advanceTime(1500);
    press('Escape');
    await advanceTime(100);
    expect(first.listSaves()).toHaveLength(1);
    first.unmount();
    const second = openTour();
    await advanceTime(5000);
    expect(card()).toBeNull();
    expect(second.listSaves()).toHaveLength(1);
  });

  it('reappears on request without a call to the server, but not on a phone', async () => {
    localStorage.setItem('banjian.tourEnded.w1', '1');
    const { listSaves, unmount } = openTour({ isRequested: true, tourEnded: true });
    await advanceTime(100);
    expect(card()?.textContent).toContain('1/3');
    press('Escape');
    await advanceTime(100);
    expect(listSaves()).toEqual([]);
    unmount();
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as never,
    );
    openTour({ isRequested: true });
    await advanceTime(2000);
    expect(card()).toBeNull();
  });

  it('ignores keys while a dialog is open above it', async () => {
    openTour();
    await advanceTime(1500);
    screen.getByLabelText('页面').focus();
    press('Escape');
    expect(card()).not.toBeNull();
  });
});
