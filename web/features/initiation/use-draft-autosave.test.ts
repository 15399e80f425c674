import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#web/api/call-error.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

describe('draft autosave', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const renderAutosave = (save: () => Promise<unknown>) =>
    renderHook(() => useDraftAutosave(save, () => new Date('2026-11-20T06:05:00Z')));

  it('saves once ten seconds after the first change, with all that was typed', async () => {
    const save = vi.fn(async () => undefined);
    const { result } = renderAutosave(save);
    act(() => result.current.recordChange());
    await act(() => vi.advanceTimersByTimeAsync(6000));
    act(() => result.current.recordChange());
    expect(save).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(save).toHaveBeenCalledTimes(1);
    expect(result.current.savedAt).toEqual(new Date('2026-11-20T06:05:00Z'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('saves when the screen is left, and not when nothing was typed', async () => {
    const save = vi.fn(async () => undefined);
    const firstHook = renderAutosave(save);
    firstHook.unmount();
    expect(save).not.toHaveBeenCalled();
    const secondHook = renderAutosave(save);
    act(() => secondHook.result.current.recordChange());
    secondHook.unmount();
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('keeps the draft unsaved after a failure, and saves it at the next attempt', async () => {
    const save = vi.fn(async () => undefined as unknown);
    save.mockRejectedValueOnce(new Error('offline'));
    const { result } = renderAutosave(save);
    act(() => result.current.recordChange());
    await act(async () => expect((await result.current.flush())?.kind).toBe('retried'));
    expect(result.current.failure?.kind).toBe('retried');
    expect(result.current.isDirty()).toBe(true);
    await act(async () => expect(await result.current.flush()).toBeUndefined());
    expect(result.current.failure).toBeUndefined();
  });

  it('retries by itself after a broken connection, not after a refusal or on a screen that was left', async () => {
    const save = vi.fn(async () => undefined as unknown);
    save.mockRejectedValueOnce(new Error('offline'));
    const { result, unmount } = renderAutosave(save);
    act(() => result.current.recordChange());
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(save).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect([save.mock.calls.length, result.current.failure]).toEqual([2, undefined]);
    save.mockRejectedValue(new CallError({ errcode: 40921, message: '该事项当前不可办理' }));
    act(() => result.current.recordChange());
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(save).toHaveBeenCalledTimes(3);
    expect(result.current.failure).toEqual({ kind: 'refused', reason: '该事项当前不可办理' });
    save.mockRejectedValue(new Error('offline'));
    unmount();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledTimes(4);
  });

  it('never runs two saves concurrently, and sends later input with the next save', async () => {
    let finish: () => void = () => undefined;
    const save = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { result } = renderAutosave(save);
    act(() => result.current.recordChange());
    let first: Promise<unknown> = Promise.resolve();
    let second: Promise<unknown> = Promise.resolve('pending');
    await act(async () => {
      first = result.current.flush();
    });
    await act(async () => {
      result.current.recordChange();
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
      expect(await second).toBeUndefined();
    });
  });

  it('has nothing to save after the order was started', async () => {
    const save = vi.fn(async () => undefined);
    const { result, unmount } = renderAutosave(save);
    act(() => result.current.recordChange());
    act(() => result.current.discard());
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    unmount();
    expect(save).not.toHaveBeenCalled();
  });
});
