import { findSafeTarget } from '#contract/safe-target.ts';
import { FrameMessenger, readHeight } from '#web/toolkit/frame/frame-messenger.ts';

/** Number of greetings before an application counts as silent, and the time between them (S1 §9). */
export const maxGreetings = 10;
const greetingIntervalMilliseconds = 1000;
/** Minimum height of the frame (S1 §9), and its maximum. */
const minAppHeight = 500;
const maxAppHeight = 4000;

export interface AppSettings {
  url: string;
  onReady: () => void;
  /** Called if the application has not answered any greeting. */
  onSilent: () => void;
  onHeight: (pixels: number) => void;
  onBack: () => void;
  /** Called if the application requests another screen of the portal, by its path. */
  onOpenScreen: (path: string) => void;
}

/**
 * Exchanges messages with the page of another system, as docs/embedding.md describes: greets it until it
 * answers.
 */
export class AppLink {
  readonly #settings: AppSettings;
  readonly #messenger: FrameMessenger;
  #attempts = 0;
  #answered = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(settings: AppSettings) {
    this.#settings = settings;
    this.#messenger = new FrameMessenger({
      origin: new URL(settings.url).origin,
      prefix: 'banjian.app.',
      // Greets at once after loading, without waiting for the next attempt.
      onLoad: () => this.#greet(),
      onMessage: ({ type, ...message }) => {
        if (type === 'ready') this.#handleReady();
        if (type === 'ready' || type === 'height') this.#applyHeight(message.height);
        if (type === 'back' && this.#answered) settings.onBack();
        if (type === 'go' && this.#answered) this.#openScreen(message.path);
      },
    });
  }

  /**
   * Opens the page in the frame and greets it until it answers; the returned function ends the connection.
   */
  open(frame: HTMLIFrameElement): () => void {
    const detach = this.#messenger.attach(frame);
    this.#attempts = 1;
    // The page is loaded only now, so that its first message is not missed.
    frame.src = this.#settings.url;
    this.#timer = setInterval(() => this.#greetAgain(), greetingIntervalMilliseconds);
    return () => {
      clearInterval(this.#timer);
      if (this.#messenger.loaded) this.#messenger.send('unload', {});
      detach();
    };
  }

  #greetAgain(): void {
    if (this.#attempts >= maxGreetings) {
      clearInterval(this.#timer);
      this.#settings.onSilent();
      return;
    }
    this.#attempts += 1;
    this.#greet();
  }

  /** Sends a greeting; a frame without a page gets no message, but the attempt is counted. */
  #greet(): void {
    if (this.#messenger.loaded) this.#messenger.send('load', { version: 1, try: this.#attempts });
  }

  #handleReady(): void {
    clearInterval(this.#timer);
    this.#answered = true;
    this.#settings.onReady();
  }

  #applyHeight(message: unknown): void {
    const height = readHeight(message, minAppHeight, maxAppHeight);
    if (height !== undefined) this.#settings.onHeight(height);
  }

  #openScreen(path: unknown): void {
    const target = typeof path === 'string' && path.startsWith('/') ? path : '';
    const safePath = findSafeTarget(target, window.location.origin);
    if (safePath !== undefined) this.#settings.onOpenScreen(safePath);
  }
}
