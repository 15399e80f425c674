import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isStreamOpen, subscribeLiveEvents, subscribeOrderEvents } from './live-events.ts';

/** An event stream whose events the test sends. */
class Stream {
  static last: Stream | undefined;
  static opened = 0;
  static closed = 0;
  listeners = new Map<string, (event: object) => void>();
  constructor() {
    Stream.last = this;
    Stream.opened += 1;
  }
  addEventListener(name: string, listener: (event: object) => void) {
    this.listeners.set(name, listener);
  }
  emit(name: string, data = '{}') {
    this.listeners.get(name)?.({ data });
  }
  close() {
    Stream.closed += 1;
  }
}

/** Shows the page, or hides it behind another tab. */
function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  Stream.opened = 0;
  Stream.closed = 0;
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', async () => Response.json({ errcode: 0, code: 200, data: { ticket: 't' } }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('messages and reminders are polled every 60 s only while the event stream is down', async () => {
  const listener = vi.fn();
  const stops = [subscribeLiveEvents('message', listener), subscribeLiveEvents('schedule', () => {})];
  stop = () => {
    for (const unsubscribe of stops) unsubscribe();
  };
  await vi.advanceTimersByTimeAsync(1100);
  Stream.last?.emit('ready');
  expect(isStreamOpen()).toBe(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(listener).not.toHaveBeenCalled();
  Stream.last?.emit('message', '{"id":""}');
  expect(listener).toHaveBeenCalledTimes(1);

  // The server is unreachable, so no stream can be opened again.
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  Stream.last?.emit('error');
  expect(isStreamOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(121_000);
  expect(listener).toHaveBeenCalledTimes(3);

  vi.stubGlobal('fetch', async () => Response.json({ errcode: 0, code: 200, data: { ticket: 't' } }));
  await vi.advanceTimersByTimeAsync(58_000);
  Stream.last?.emit('ready');
  const callsAtReturn = listener.mock.calls.length;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(isStreamOpen()).toBe(true);
  expect(listener.mock.calls.length).toBe(callsAtReturn);
});

test('a hidden tab closes its stream, so that a browser can open more tabs than connections, and catches up when shown', async () => {
  const listener = vi.fn();
  stop = subscribeLiveEvents('message', listener);
  await vi.advanceTimersByTimeAsync(1100);
  Stream.last?.emit('ready');
  setHidden(true);
  await vi.advanceTimersByTimeAsync(1000);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(Stream.closed).toBe(0);

  setHidden(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect({ ...Stream }).toMatchObject({ opened: 1, closed: 1 });
  expect(listener).not.toHaveBeenCalled();
  setHidden(false);
  await vi.advanceTimersByTimeAsync(1100);
  Stream.last?.emit('ready');
  expect(Stream.opened).toBe(2);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a tab that is opened in the background connects when it is shown', async () => {
  setHidden(true);
  stop = subscribeLiveEvents('message', () => {});
  await vi.advanceTimersByTimeAsync(300_000);
  expect(Stream.opened).toBe(0);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(1100);
  expect(Stream.opened).toBe(1);
});

/** Opens a stream, and then an order, for which its successor is opened. */
async function openOrderLater(orderId: string) {
  const [listener, onChange] = [vi.fn(), vi.fn()];
  const stops = [subscribeLiveEvents('message', listener)];
  stop = () => {
    for (const unsubscribe of stops) unsubscribe();
  };
  await vi.advanceTimersByTimeAsync(1100);
  const first = Stream.last;
  first?.emit('ready');
  stops.push(subscribeOrderEvents(orderId, onChange));
  await vi.advanceTimersByTimeAsync(300);
  return { listener, onChange, first };
}

test('an order that is opened later is added without a gap, and only its own screen loads again', async () => {
  const { listener, onChange, first } = await openOrderLater('7');
  expect({ ...Stream }).toMatchObject({ opened: 2, closed: 0 });
  // Its successor is not ready, so the first stream still delivers.
  first?.emit('message', '{"id":"1"}');
  expect(listener).toHaveBeenCalledExactlyOnceWith('1');
  expect(onChange).not.toHaveBeenCalled();
  Stream.last?.emit('ready');
  expect({ ...Stream }).toMatchObject({ opened: 2, closed: 1 });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a stream that ends before its successor is ready loads everything again', async () => {
  const { listener, first } = await openOrderLater('8');
  first?.emit('error');
  expect(isStreamOpen()).toBe(false);
  Stream.last?.emit('ready');
  expect(isStreamOpen()).toBe(true);
  expect(listener).toHaveBeenCalledExactlyOnceWith('');
});
