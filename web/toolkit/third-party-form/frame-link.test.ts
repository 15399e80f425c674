import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formLimits } from '#domain/forms/limits.ts';
import { FrameLink } from './frame-link.ts';

const origin = 'https://forms.example.gov.cn';
const received = { ready: 0, changed: 0, heights: [] as number[] };
let frame: HTMLIFrameElement;
let link: FrameLink;
let detach: () => void;
let messages: { type: string; nonce: string; askId?: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(received, { ready: 0, changed: 0, heights: [] });
  frame = document.body.appendChild(document.createElement('iframe'));
  messages = [];
  vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(((
    message: (typeof messages)[number],
    to: string,
  ) => {
    expect(to).toBe(origin);
    messages.push(message);
  }) as never);
  link = new FrameLink({
    origin,
    loadMessage: () => ({
      mode: 'edit',
      form: { id: 'f:1', code: 'f', name: '表单' },
      content: { name: '甲' },
      authority: { name: 2 },
    }),
    onReady: () => {
      received.ready += 1;
    },
    onHeight: (pixels) => {
      received.heights.push(pixels);
    },
    onChange: () => {
      received.changed += 1;
    },
  });
  detach = link.attach(frame);
  frame.dispatchEvent(new Event('load'));
});
afterEach(() => {
  detach();
  frame.remove();
  vi.useRealTimers();
});

const nonce = () => messages.findLast(({ type }) => type === 'banjian.form.load')?.nonce ?? '';
const askId = () => messages.findLast(({ type }) => type === 'banjian.form.ask')?.askId;

/** Sends a message like a browser; by default from the frame's own page. */
function sendMessage(data: unknown, from: { origin?: string; source?: Window | null } = {}): void {
  const event = { origin, source: frame.contentWindow, ...from };
  window.dispatchEvent(new MessageEvent('message', { data, ...event }));
}

describe('third-party page in a frame (S1 §2 formType 2)', () => {
  it('gets its form after loading, and is asked for the typed values', async () => {
    expect(messages[0]).toMatchObject({
      type: 'banjian.form.load',
      version: 1,
      mode: 'edit',
      content: { name: '甲' },
      authority: { name: 2 },
    });
    sendMessage({ type: 'banjian.form.ready', nonce: nonce(), height: 333.2 });
    expect(received).toMatchObject({ ready: 1, heights: [334] });
    const answer = link.readContent();
    sendMessage({ type: 'banjian.form.data', nonce: nonce(), askId: askId(), content: { name: '乙' } });
    expect(await answer).toEqual({ content: { name: '乙' } });
  });

  it('is contacted on a plain-http origin too, where the browser creates no UUIDs', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    frame.dispatchEvent(new Event('load'));
    void link.readContent();
    vi.unstubAllGlobals();
    expect(messages.map(({ type }) => type)).toEqual([
      'banjian.form.load',
      'banjian.form.load',
      'banjian.form.ask',
    ]);
    expect(messages[0]?.nonce).not.toBe(messages[1]?.nonce);
  });

  it('may refuse to return values, with a reason', async () => {
    const answer = link.readContent();
    sendMessage({ type: 'banjian.form.data', nonce: nonce(), askId: askId(), refused: '名称不能为空' });
    expect(await answer).toEqual({ refused: '名称不能为空' });
  });

  it('has 8000 ms to answer (S1 §9), and a later answer is ignored', async () => {
    const answer = link.readContent();
    const lateMessage = {
      type: 'banjian.form.data',
      nonce: nonce(),
      askId: askId(),
      content: { name: '迟' },
    };
    vi.advanceTimersByTime(formLimits.frameWaitMilliseconds - 1);
    let isSettled = false;
    void answer.then(() => {
      isSettled = true;
    });
    await Promise.resolve();
    expect(isSettled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await answer).toBeUndefined();
    const next = link.readContent();
    sendMessage(lateMessage);
    sendMessage({ type: 'banjian.form.data', nonce: nonce(), askId: askId(), content: { name: '今' } });
    expect(await next).toEqual({ content: { name: '今' } });
  });

  it('has 8000 ms at submission even when a background read is running', async () => {
    const backgroundRead = link.readContent(3000);
    vi.advanceTimersByTime(2900);
    const answer = link.readContent();
    vi.advanceTimersByTime(formLimits.frameWaitMilliseconds - 100);
    sendMessage({ type: 'banjian.form.data', nonce: nonce(), askId: askId(), content: { name: '赶上' } });
    expect(await answer).toEqual({ content: { name: '赶上' } });
    expect(await backgroundRead).toEqual(await answer);
  });

  it('is answered once: a second answer changes nothing', async () => {
    const answer = link.readContent();
    const data = { type: 'banjian.form.data', nonce: nonce(), askId: askId() };
    sendMessage({ ...data, content: { name: '一' } });
    sendMessage({ ...data, content: { name: '二' } });
    expect(await answer).toEqual({ content: { name: '一' } });
  });
});

describe('ignored messages', () => {
  const expectIgnored = async (send: () => void) => {
    const answer = link.readContent();
    send();
    vi.advanceTimersByTime(formLimits.frameWaitMilliseconds);
    expect(await answer).toBeUndefined();
  };
  const data = () => ({ type: 'banjian.form.data', nonce: nonce(), askId: askId(), content: { name: '恶' } });

  it('ignores a message of another origin', () =>
    expectIgnored(() => sendMessage(data(), { origin: 'https://evil.example' })));
  it('ignores a message of another window', () =>
    expectIgnored(() => sendMessage(data(), { source: window })));
  it('ignores a message with another nonce', () =>
    expectIgnored(() => sendMessage({ ...data(), nonce: 'guessed' })));
  it('ignores an answer to another request', () =>
    expectIgnored(() => sendMessage({ ...data(), askId: 'guessed' })));
  it('ignores a message that is too long', () =>
    expectIgnored(() =>
      sendMessage({ ...data(), content: { name: 'x'.repeat(formLimits.frameContentLength) } }),
    ));
  it.each([null, 'text', [1], 7])('ignores a message with the content %j', (content) =>
    expectIgnored(() => sendMessage({ ...data(), content })),
  );
  it.each([null, 'banjian.form.data', { type: 7 }, { nonce: 'x' }])('ignores a non-message: %j', (message) =>
    expectIgnored(() => sendMessage(message)),
  );

  it('ignores a message of the previous page: each load has its own nonce', async () => {
    const before = nonce();
    frame.dispatchEvent(new Event('load'));
    expect(nonce()).not.toBe(before);
    await expectIgnored(() => sendMessage({ ...data(), nonce: before }));
    expect(received.ready).toBe(0);
  });

  it('ignores an invalid height and limits one out of range', () => {
    for (const height of [Number.NaN, Infinity, '300', -5, 1e9]) {
      sendMessage({ type: 'banjian.form.height', nonce: nonce(), height });
    }
    expect(received.heights).toEqual([formLimits.minFrameHeight, formLimits.maxFrameHeight]);
  });
});
