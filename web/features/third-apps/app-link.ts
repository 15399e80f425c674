import { findSafeTarget } from '#contract/safe-target.ts';
import { FrameMessenger, readHeight } from '#web/toolkit/frame/frame-messenger.ts';

/** Number of greetings before an application counts as silent; then the time between them (S1 §9). */
export const appTries = 10;
const tryMilliseconds = 1000;
/** Minimum height of the frame (S1 §9), and its maximum. */
const minAppHeight = 500;
const maxAppHeight = 4000;

export interface AppSettings {
  url: string;
  onReady: () => void;
  /** Called if it has not answered any greeting. */
  onSilent: () => void;
  onHeight: (pixels: number) => void;
  onBack: () => void;
  /** Called if it requests another screen of the portal, by its path. */
  onGo: (path: string) => void;
}

/**
 * Exchanges messages with the page of another system, as docs/embedding.md describes: greets it until it
 * answers.
 */
export class AppLink {
  readonly #settings: AppSettings;
  readonly #talk: FrameMessenger;
  #tries = 0;
  #answered = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(settings: AppSettings) {
    this.#settings = settings;
    this.#talk = new FrameMessenger({
      origin: new URL(settings.url).origin,
      prefix: 'banjian.app.',
      // Greets at once after loading, without waiting for the next attempt.
      onLoad: () => this.#greet(),
      onMessage: ({ type, ...message }) => {
        if (type === 'ready') this.#hearReady();
        if (type === 'ready' || type === 'height') this.#takeHeight(message.height);
        if (type === 'back' && this.#answered) settings.onBack();
        if (type === 'go' && this.#answered) this.#go(message.path);
      },
    });
  }

  /**
   * Opens the page in the frame and greets it until it answers; the returned function ends the connection.
   */
  open(frame: HTMLIFrameElement): () => void {
    const detach = this.#talk.attach(frame);
    this.#tries = 1;
    // The page is loaded only now, so that its first message is not missed.
    frame.src = this.#settings.url;
    this.#timer = setInterval(() => this.#try(), tryMilliseconds);
    return () => {
      clearInterval(this.#timer);
      if (this.#talk.loaded) this.#talk.send('unload', {});
      detach();
    };
  }

  #try(): void {
    if (this.#tries >= appTries) {
      clearInterval(this.#timer);
      this.#settings.onSilent();
      return;
    }
    this.#tries += 1;
    this.#greet();
  }

  /** Sends a greeting; a frame without a page gets no message, but the attempt is counted. */
  #greet(): void {
    if (this.#talk.loaded) this.#talk.send('load', { version: 1, try: this.#tries });
  }

  #hearReady(): void {
    clearInterval(this.#timer);
    this.#answered = true;
    this.#settings.onReady();
  }

  #takeHeight(message: unknown): void {
    const height = readHeight(message, minAppHeight, maxAppHeight);
    if (height !== undefined) this.#settings.onHeight(height);
  }

  #go(path: unknown): void {
    const target = typeof path === 'string' && path.startsWith('/') ? path : '';
    const safePath = findSafeTarget(target, window.location.origin);
    if (safePath !== undefined) this.#settings.onGo(safePath);
  }
}
