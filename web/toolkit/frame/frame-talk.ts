import { randomKey } from '#web/api/random-key.ts';

/** A message whose sender is believed. */
export type FrameMessage = Readonly<Record<string, unknown>> & { type: string };

export interface FrameTalkSettings {
  origin: string;
  /** Prefix of the types of its messages. */
  prefix: string;
  /** The page has loaded, and has a word of its own. */
  onLoad: () => void;
  /** The page says this; its type without the prefix. */
  onMessage: (message: FrameMessage) => void;
}

/**
 * The talk with the page of another system in a frame. A message is believed only where it comes from that very frame,
 * from its origin, with the word (nonce) that this loading was given; any other is passed over without a sound, so that
 * a hostile page learns nothing by trying.
 */
export class FrameTalk {
  readonly #settings: FrameTalkSettings;
  #frame: HTMLIFrameElement | undefined;
  #nonce = '';

  constructor(settings: FrameTalkSettings) {
    this.#settings = settings;
  }

  /** A page is loaded in the frame. */
  get loaded(): boolean {
    return this.#nonce !== '';
  }

  /** Listens to the frame from now on, until the returned function is called. */
  attach(frame: HTMLIFrameElement): () => void {
    this.#frame = frame;
    this.#nonce = '';
    const hear = (event: MessageEvent) => this.#hear(event);
    // A page that leads elsewhere, or comes again, is another: it gets a word of its own.
    const greet = () => {
      this.#nonce = randomKey();
      this.#settings.onLoad();
    };
    window.addEventListener('message', hear);
    frame.addEventListener('load', greet);
    return () => {
      window.removeEventListener('message', hear);
      frame.removeEventListener('load', greet);
      if (this.#frame === frame) this.#frame = undefined;
    };
  }

  get attached(): boolean {
    return this.#frame !== undefined;
  }

  send(type: string, message: Readonly<Record<string, unknown>>): void {
    const { origin, prefix } = this.#settings;
    // To that origin alone: had the frame gone elsewhere, the browser would keep the message.
    this.#frame?.contentWindow?.postMessage({ type: prefix + type, nonce: this.#nonce, ...message }, origin);
  }

  #hear(event: MessageEvent): void {
    const { origin, prefix, onMessage } = this.#settings;
    const page = this.#frame?.contentWindow;
    // A frame that was taken away has no window, and its last message no sender: the two must not count as the same.
    if (!page || event.source !== page) return;
    if (event.origin !== origin || !this.loaded) return;
    const said: unknown = event.data;
    if (!isRecord(said) || said.nonce !== this.#nonce || typeof said.type !== 'string') return;
    if (said.type.startsWith(prefix)) onMessage({ ...said, type: said.type.slice(prefix.length) });
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A height that a page asks for, within bounds; undefined where it is none. */
export function readHeight(height: unknown, least: number, most: number): number | undefined {
  if (typeof height !== 'number' || !Number.isFinite(height)) return undefined;
  return Math.min(most, Math.max(least, Math.ceil(height)));
}
