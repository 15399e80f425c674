import { formLimits } from '#domain/forms/limits.ts';
import { randomKey } from '#web/api/random-key.ts';

/**
 * The talk with a third party's page in a frame, as docs/third-party-forms.md describes it. What comes in is believed
 * only from that very frame, from its origin, with the word (nonce) that this loading was given; everything else is
 * passed over without a sound, so that a hostile page learns nothing by trying.
 */

/** What the page is told when it has loaded. */
export interface FrameLoad {
  mode: 'edit' | 'read';
  form: { id: string; code: string; name: string };
  /** Without what is hidden; masks stand for what is secret. */
  content: Readonly<Record<string, unknown>>;
  /** By field: 0 hidden, 1 read, 2 edited. */
  authority: Readonly<Record<string, number>>;
}

export interface FrameSettings {
  origin: string;
  load: () => FrameLoad;
  onReady: () => void;
  onHeight: (pixels: number) => void;
  /** Something was typed into the page. */
  onChange: () => void;
}

/** The page did not hand over its data in time (S1 §8). */
export const frameSilentText = '获取不到表单的数据';

export type FrameAnswer = { content: Record<string, unknown> } | { refused: string };

interface Question {
  id: string;
  settle: (answer: FrameAnswer | undefined) => void;
  /** Gives the page at least so much time from now on. */
  wait: (milliseconds: number) => void;
}

const prefix = 'banjian.form.';
const refusalLength = 200;

export class FrameLink {
  readonly #settings: FrameSettings;
  #frame: HTMLIFrameElement | undefined;
  #nonce = '';
  #question: Question | undefined;
  #asking: Promise<FrameAnswer | undefined> | undefined;

  constructor(settings: FrameSettings) {
    this.#settings = settings;
  }

  /** Listens to the frame from now on, until the returned function is called. */
  attach(frame: HTMLIFrameElement): () => void {
    this.#frame = frame;
    const hear = (event: MessageEvent) => this.#hear(event);
    // A page that leads elsewhere, or comes again, is another: it gets a word of its own.
    const greet = () => {
      this.#nonce = randomKey();
      this.#question?.settle(undefined);
      this.#send('load', { version: 1, ...this.#settings.load() });
    };
    window.addEventListener('message', hear);
    frame.addEventListener('load', greet);
    return () => {
      window.removeEventListener('message', hear);
      frame.removeEventListener('load', greet);
      this.#question?.settle(undefined);
      if (this.#frame === frame) this.#frame = undefined;
    };
  }

  /**
   * What is typed into the page; undefined when it does not say so in time. Who asks meanwhile gets the same answer, and
   * all the time that is its own: a reading in quiet must not cut short the one that is sent.
   */
  ask(milliseconds: number = formLimits.frameWaitMilliseconds): Promise<FrameAnswer | undefined> {
    this.#question?.wait(milliseconds);
    this.#asking ??= this.#ask(milliseconds).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Tells the page what is wrong with what it handed over. */
  tell(problems: readonly { field: string; message: string }[]): void {
    this.#send('problems', { problems });
  }

  #ask(milliseconds: number): Promise<FrameAnswer | undefined> {
    if (this.#frame === undefined) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const id = randomKey();
      let until = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (more: number) => {
        if (Date.now() + more <= until) return;
        clearTimeout(timer);
        until = Date.now() + more;
        timer = setTimeout(() => settle(undefined), more);
      };
      const settle = (answer: FrameAnswer | undefined) => {
        clearTimeout(timer);
        if (this.#question?.id === id) this.#question = undefined;
        resolve(answer);
      };
      this.#question = { id, settle, wait };
      wait(milliseconds);
      this.#send('ask', { askId: id });
    });
  }

  #send(type: string, message: Readonly<Record<string, unknown>>): void {
    const { origin } = this.#settings;
    // To that origin alone: had the frame gone elsewhere, the browser would keep the message.
    this.#frame?.contentWindow?.postMessage({ type: prefix + type, nonce: this.#nonce, ...message }, origin);
  }

  #hear(event: MessageEvent): void {
    const { origin, onReady, onHeight, onChange } = this.#settings;
    if (this.#frame === undefined || event.source !== this.#frame.contentWindow) return;
    if (event.origin !== origin || this.#nonce === '') return;
    const said: unknown = event.data;
    if (!isRecord(said) || said.nonce !== this.#nonce || typeof said.type !== 'string') return;
    switch (said.type) {
      case `${prefix}ready`:
        onReady();
        this.#takeHeight(said.height, onHeight);
        break;
      case `${prefix}height`:
        this.#takeHeight(said.height, onHeight);
        break;
      case `${prefix}changed`:
        onChange();
        break;
      case `${prefix}data`:
        this.#takeData(said);
        break;
    }
  }

  #takeHeight(height: unknown, onHeight: (pixels: number) => void): void {
    if (typeof height !== 'number' || !Number.isFinite(height)) return;
    onHeight(Math.min(formLimits.frameMostHeight, Math.max(formLimits.frameLeastHeight, Math.ceil(height))));
  }

  /** Only the answer to the question that is open, once. */
  #takeData({ askId, content, refused }: Readonly<Record<string, unknown>>): void {
    if (this.#question === undefined || askId !== this.#question.id) return;
    const plain = plainContent(content);
    if (typeof refused === 'string' && refused !== '') {
      this.#question.settle({ refused: refused.slice(0, refusalLength) });
    } else if (plain !== undefined) this.#question.settle({ content: plain });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The content as plain JSON of our own; undefined when it is none, or too much. */
function plainContent(content: unknown): Record<string, unknown> | undefined {
  if (!isRecord(content)) return undefined;
  try {
    const text = JSON.stringify(content);
    return text.length > formLimits.frameContentLength
      ? undefined
      : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}
