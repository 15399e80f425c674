import { randomKey } from '#web/api/random-key.ts';

/** A message from a verified sender. */
export type FrameMessage = Readonly<Record<string, unknown>> & { type: string };

export interface FrameMessengerSettings {
  origin: string;
  /** Prefix of the types of its messages. */
  prefix: string;
  /** Called when the page has loaded and has its own nonce. */
  onLoad: () => void;
  /** Called for each message; its type has no prefix. */
  onMessage: (message: FrameMessage) => void;
}

/**
 * Exchanges messages with the page of another system in a frame. A message is accepted only if it comes from
 * that very frame, from its origin, with the nonce of this loading; any other is ignored silently, so that a
 * hostile page learns nothing by trying.
 */
export class FrameMessenger {
  readonly #settings: FrameMessengerSettings;
  #frame: HTMLIFrameElement | undefined;
  #nonce = '';

  constructor(settings: FrameMessengerSettings) {
    this.#settings = settings;
  }

  /** True if a page is loaded in the frame. */
  get loaded(): boolean {
    return this.#nonce !== '';
  }

  /** Listens to the frame until the returned function is called. */
  attach(frame: HTMLIFrameElement): () => void {
    this.#frame = frame;
    this.#nonce = '';
    const receive = (event: MessageEvent) => this.#receive(event);
    // A page that navigates or reloads is a new one: it gets its own nonce.
    const startNonce = () => {
      this.#nonce = randomKey();
      this.#settings.onLoad();
    };
    window.addEventListener('message', receive);
    frame.addEventListener('load', startNonce);
    return () => {
      window.removeEventListener('message', receive);
      frame.removeEventListener('load', startNonce);
      if (this.#frame === frame) this.#frame = undefined;
    };
  }

  get attached(): boolean {
    return this.#frame !== undefined;
  }

  send(type: string, message: Readonly<Record<string, unknown>>): void {
    const { origin, prefix } = this.#settings;
    // Sent to that origin only: if the frame had gone elsewhere, the browser would not deliver the message.
    this.#frame?.contentWindow?.postMessage({ type: prefix + type, nonce: this.#nonce, ...message }, origin);
  }

  #receive(event: MessageEvent): void {
    const { origin, prefix, onMessage } = this.#settings;
    const page = this.#frame?.contentWindow;
    // A removed frame has no window, and its last message no sender: these two must not count as equal.
    if (!page || event.source !== page) return;
    if (event.origin !== origin || !this.loaded) return;
    const data: unknown = event.data;
    if (!isRecord(data) || data.nonce !== this.#nonce || typeof data.type !== 'string') return;
    if (data.type.startsWith(prefix)) onMessage({ ...data, type: data.type.slice(prefix.length) });
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the height that a page requests, within bounds; undefined if it is not a number. */
export function readHeight(height: unknown, min: number, max: number): number | undefined {
  if (typeof height !== 'number' || !Number.isFinite(height)) return undefined;
  return Math.min(max, Math.max(min, Math.ceil(height)));
}
