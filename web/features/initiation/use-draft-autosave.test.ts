import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDraftAutosave } from './use-draft-autosave.ts';

describe('a draft that saves itself', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const start = (save: () => Promise<unknown>) =>
    renderHook(() => useDraftAutosave(save, () => new Date('2026-11-20T06:05:00Z')));

  it('is saved ten seconds after the first change, once for all that was typed', async () => {
    const save = vi.fn(async () => undefined);
    const { result } = start(save);
    act(() => result.current.noteChange());
    await act(() => vi.advanceTimersByTimeAsync(6000));
    act(() => result.current.noteChange());
    expect(save).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(save).toHaveBeenCalledTimes(1);
    expect(result.current.savedAt).toEqual(new Date('2026-11-20T06:05:00Z'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('is saved when the screen is left, and not when nothing was typed', async () => {
    const save = vi.fn(async () => undefined);
    const first = start(save);
    first.unmount();
    expect(save).not.toHaveBeenCalled();
    const second = start(save);
    act(() => second.result.current.noteChange());
    second.unmount();
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('stays unsaved when the server did not take it, and goes again', async () => {
    const save = vi.fn(async () => undefined as unknown);
    save.mockRejectedValueOnce(new Error('offline'));
    const { result } = start(save);
    act(() => result.current.noteChange());
    await act(async () => expect(await result.current.flush()).toBe(false));
    expect(result.current.failed).toBe(true);
    expect(result.current.dirty()).toBe(true);
    await act(async () => expect(await result.current.flush()).toBe(true));
    expect(result.current.failed).toBe(false);
  });

  it('never runs two saves at once; what was typed meanwhile goes with the next', async () => {
    let finish: () => void = () => undefined;
    const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { result } = start(save);
    act(() => result.current.noteChange());
    let first: Promise<boolean> = Promise.resolve(false);
    let second: Promise<boolean> = Promise.resolve(false);
    await act(async () => {
      first = result.current.flush();
    });
    await act(async () => {
      result.current.noteChange();
      second = result.current.flush();
    });
    expect(save).toHaveBeenCalledTimes(1);
    await act(async () => {
      finish();
      await first;
    });
    expect(save).toHaveBeenCalledTimes(2);
    await act(async () => {
      finish();
      expect(await second).toBe(true);
    });
  });

  it('leaves nothing to save once the matter was started', async () => {
    const save = vi.fn(async () => undefined);
    const { result, unmount } = start(save);
    act(() => result.current.noteChange());
    act(() => result.current.discard());
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    unmount();
    expect(save).not.toHaveBeenCalled();
  });
});
