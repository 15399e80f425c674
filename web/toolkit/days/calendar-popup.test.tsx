import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DayInput } from './DayInput.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/**
 * Opens the calendar of a field in the middle of a window of this height; the popup is 340 pixels high after the
 * library has shown it, and has no size before.
 */
function openCalendar(windowHeight: number) {
  let isShown = false;
  const show = async (report: (entries: readonly []) => void) => {
    await Promise.resolve();
    isShown = true;
    report([]);
  };
  vi.stubGlobal('ResizeObserver', function createObserver(report: (entries: readonly []) => void) {
    return { observe: () => void show(report), unobserve: () => undefined, disconnect: () => undefined };
  });
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(windowHeight);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => (isShown ? 340 : 0));
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(296);
  const top = windowHeight / 2;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(50, top, 900, 32));
  render(
    <>
      <label htmlFor="day">
        <i aria-hidden>*</i>来信日期
      </label>
      <DayInput id="day" value="2026-11-20" onChange={() => {}} />
    </>,
  );
  fireEvent.mouseDown(screen.getByRole('textbox'));
  fireEvent.click(screen.getByRole('textbox'));
}

describe('calendar of a day field', () => {
  it('names its field and the value in its head where it has to cover the field', async () => {
    openCalendar(312);
    await waitFor(() => expect(screen.getByText('来信日期：').textContent).toBe('来信日期：2026-11-20'));
  });

  it('has no such head where there is space below or above the field', async () => {
    openCalendar(1000);
    await waitFor(() => expect(document.querySelector('.ant-picker-dropdown table')).toBeTruthy());
    expect(screen.queryByText('来信日期：')).toBeNull();
  });
});
