import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppLink } from './app-link.ts';

const origin = 'https://stats.example.gov.cn';
const received = { ready: 0, silent: 0, back: 0, heights: [] as number[], paths: [] as string[] };
let frame: HTMLIFrameElement;
let close: () => void;
let sent: { type: string; nonce: string; try?: number }[];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(received, { ready: 0, silent: 0, back: 0, heights: [], paths: [] });
  sent = [];
  frame = document.body.appendChild(document.createElement('iframe'));
  vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(((
    message: (typeof sent)[number],
    target: string,
  ) => {
    expect(target).toBe(origin);
    sent.push(message);
  }) as never);
  // The frame keeps the window that the test watches; setting its address loads nothing.
  Object.defineProperty(frame, 'src', { set: () => undefined });
  close = new AppLink({
    url: `${origin}/desk`,
    onReady: () => {
      received.ready += 1;
    },
    onSilent: () => {
      received.silent += 1;
    },
    onHeight: (pixels) => {
      received.heights.push(pixels);
    },
    onBack: () => {
      received.back += 1;
    },
    onOpenScreen: (path) => {
      received.paths.push(path);
    },
  }).open(frame);
});
afterEach(() => {
  close();
  frame.remove();
  vi.useRealTimers();
});

const load = () => frame.dispatchEvent(new Event('load'));
const nonce = () => sent.at(-1)?.nonce ?? '';
function sendToPortal(data: unknown, sender: { origin?: string; source?: Window | null } = {}): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow, ...sender }));
}

describe('application frame (S1 §9)', () => {
  it('ignores messages without a sender after its frame was removed', () => {
    load();
    const ownNonce = nonce();
    // As in a browser, for a frame outside any document.
    Object.defineProperty(frame, 'contentWindow', { value: null });
    for (const type of ['ready', 'height', 'back', 'go'])
      sendToPortal(
        { type: `banjian.app.${type}`, nonce: ownNonce, height: 900, path: '/todo' },
        { source: null },
      );
    expect(received).toEqual({ ready: 0, silent: 0, back: 0, heights: [], paths: [] });
  });

  it('is greeted ten times, one second apart, and then counts as silent', () => {
    load();
    vi.advanceTimersByTime(9_999);
    expect(sent.map((message) => message.try)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(received.silent).toBe(0);
    vi.advanceTimersByTime(1);
    expect(received.silent).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(10);
    expect(received.silent).toBe(1);
  });

  it('counts as silent after ten seconds when its page never loads, and nothing is sent to the empty frame', () => {
    vi.advanceTimersByTime(10_000);
    expect(received.silent).toBe(1);
    expect(sent).toEqual([]);
  });

  it('is not greeted again after an answer, however late it was', () => {
    vi.advanceTimersByTime(8_500);
    load();
    sendToPortal({ type: 'banjian.app.ready', nonce: nonce(), height: 640 });
    vi.advanceTimersByTime(60_000);
    expect(sent.map((message) => message.try)).toEqual([9]);
    expect(received).toMatchObject({ ready: 1, silent: 0, heights: [640] });
  });

  it('is at least 500 px high', () => {
    load();
    sendToPortal({ type: 'banjian.app.ready', nonce: nonce(), height: 80 });
    sendToPortal({ type: 'banjian.app.height', nonce: nonce(), height: 1e9 });
    sendToPortal({ type: 'banjian.app.height', nonce: nonce(), height: 'tall' });
    expect(received.heights).toEqual([500, 4000]);
  });

  it('may lead back and to screens of the portal, and nowhere else', () => {
    load();
    sendToPortal({ type: 'banjian.app.ready', nonce: nonce() });
    for (const path of ['/todo?tab=all', '//evil.example', 'https://evil.example', 'javascript:1', 7])
      sendToPortal({ type: 'banjian.app.go', nonce: nonce(), path });
    sendToPortal({ type: 'banjian.app.back', nonce: nonce() });
    expect(received).toMatchObject({ paths: ['/todo?tab=all'], back: 1 });
  });

  it('is notified when it is left', () => {
    load();
    close();
    expect(sent.at(-1)?.type).toBe('banjian.app.unload');
  });
});

describe('ignored messages of an application', () => {
  const ready = () => ({ type: 'banjian.app.ready', nonce: nonce() });
  it.each([
    ['from another origin', () => sendToPortal(ready(), { origin: 'https://evil.example' })],
    ['from another window', () => sendToPortal(ready(), { source: window })],
    ['with another nonce', () => sendToPortal({ ...ready(), nonce: 'guessed' })],
    ['of another type', () => sendToPortal({ ...ready(), type: 'banjian.form.ready' })],
    ['that are no message objects', () => sendToPortal('banjian.app.ready')],
    ['before the application is ready', () => sendToPortal({ type: 'banjian.app.back', nonce: nonce() })],
  ])('%s', (_name, sendMessage) => {
    load();
    sendMessage();
    vi.advanceTimersByTime(10_000);
    expect(received).toMatchObject({ ready: 0, silent: 1, back: 0 });
  });
});
