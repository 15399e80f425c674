import { formLimits } from '#domain/forms/limits.ts';
import { randomKey } from '#web/api/random-key.ts';
import { type FrameMessage, FrameMessenger, isRecord, readHeight } from '../frame/frame-messenger.ts';

/** Messages to the page of a form and from it, as docs/third-party-forms.md describes them. */

/** Content of the message to the page after it has loaded. */
export interface FrameLoad {
  mode: 'edit' | 'read';
  form: { id: string; code: string; name: string };
  /** Content without hidden values; secret values are masked. */
  content: Readonly<Record<string, unknown>>;
  /** By field: 0: hidden; 1: read-only; 2: editable. */
  authority: Readonly<Record<string, number>>;
}

export interface FrameSettings {
  origin: string;
  load: () => FrameLoad;
  onReady: () => void;
  onHeight: (pixels: number) => void;
  /** Called after input in the page. */
  onChange: () => void;
}

/** The message if the page did not send its data in time (S1 §8). */
export const frameSilentText = '获取不到表单的数据';

export type FrameResponse = { content: Record<string, unknown> } | { refused: string };

interface Question {
  id: string;
  settle: (answer: FrameResponse | undefined) => void;
  /** Gives the page at least this much time from now on. */
  wait: (milliseconds: number) => void;
}

const refusalLength = 200;

export class FrameLink {
  readonly #settings: FrameSettings;
  readonly #talk: FrameMessenger;
  #question: Question | undefined;
  #asking: Promise<FrameResponse | undefined> | undefined;

  constructor(settings: FrameSettings) {
    this.#settings = settings;
    this.#talk = new FrameMessenger({
      origin: settings.origin,
      prefix: 'banjian.form.',
      onLoad: () => {
        this.#question?.settle(undefined);
        this.#talk.send('load', { version: 1, ...settings.load() });
      },
      onMessage: (message) => this.#hear(message),
    });
  }

  /** Listens to the frame until the returned function is called. */
  attach(frame: HTMLIFrameElement): () => void {
    const leave = this.#talk.attach(frame);
    return () => {
      leave();
      this.#question?.settle(undefined);
    };
  }

  /**
   * Returns the content typed into the page, or its refusal; undefined if it does not answer in time. Another
   * caller meanwhile gets the same answer, with its own full time limit: a background reading must not
   * shorten the reading that is sent.
   */
  ask(milliseconds: number = formLimits.frameWaitMilliseconds): Promise<FrameResponse | undefined> {
    this.#question?.wait(milliseconds);
    this.#asking ??= this.#ask(milliseconds).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Sends the page the problems of the data that it submitted. */
  tell(problems: readonly { field: string; message: string }[]): void {
    this.#talk.send('problems', { problems });
  }

  #ask(milliseconds: number): Promise<FrameResponse | undefined> {
    if (!this.#talk.attached) return Promise.resolve(undefined);
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
      const settle = (answer: FrameResponse | undefined) => {
        clearTimeout(timer);
        if (this.#question?.id === id) this.#question = undefined;
        resolve(answer);
      };
      this.#question = { id, settle, wait };
      wait(milliseconds);
      this.#talk.send('ask', { askId: id });
    });
  }

  #hear(said: FrameMessage): void {
    const { onReady, onHeight, onChange } = this.#settings;
    const height = readHeight(said.height, formLimits.frameLeastHeight, formLimits.frameMostHeight);
    if (said.type === 'ready') onReady();
    if (said.type === 'changed') onChange();
    if (said.type === 'data') this.#takeData(said);
    if (['ready', 'height'].includes(said.type) && height !== undefined) onHeight(height);
  }

  /** Accepts only the answer to the open request, once. */
  #takeData({ askId, content, refused }: Readonly<Record<string, unknown>>): void {
    if (this.#question === undefined || askId !== this.#question.id) return;
    const plain = plainContent(content);
    if (typeof refused === 'string' && refused !== '') {
      this.#question.settle({ refused: refused.slice(0, refusalLength) });
    } else if (plain !== undefined) this.#question.settle({ content: plain });
  }
}

/** Returns the content as plain JSON; undefined if it is none, or too large. */
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
