import { formLimits } from '#domain/forms/limits.ts';
import { randomKey } from '#web/api/random-key.ts';
import { type FrameMessage, FrameMessenger, isRecord, readHeight } from '../frame/frame-messenger.ts';

/** Messages to the page of a form and from it, as docs/third-party-forms.md describes them. */

/** Content of the message to the page after it has loaded. */
export interface FrameLoadMessage {
  mode: 'edit' | 'read';
  form: { id: string; code: string; name: string };
  /** Content without hidden values; secret values are masked. */
  content: Readonly<Record<string, unknown>>;
  /** By field: 0: hidden; 1: read-only; 2: editable. */
  authority: Readonly<Record<string, number>>;
}

export interface FrameSettings {
  origin: string;
  loadMessage: () => FrameLoadMessage;
  onReady: () => void;
  onHeight: (pixels: number) => void;
  /** Called after input in the page. */
  onChange: () => void;
}

/** The message if the page did not send its data in time (S1 §8). */
export const frameSilentText = '获取不到表单的数据';

export type FrameResponse = { content: Record<string, unknown> } | { refused: string };

interface PendingRequest {
  id: string;
  finish: (answer: FrameResponse | undefined) => void;
  /** Gives the page at least this much time from now on. */
  extendDeadline: (milliseconds: number) => void;
}

const refusalLength = 200;

export class FrameLink {
  readonly #settings: FrameSettings;
  readonly #messenger: FrameMessenger;
  #pendingRequest: PendingRequest | undefined;
  #pendingRead: Promise<FrameResponse | undefined> | undefined;

  constructor(settings: FrameSettings) {
    this.#settings = settings;
    this.#messenger = new FrameMessenger({
      origin: settings.origin,
      prefix: 'banjian.form.',
      onLoad: () => {
        this.#pendingRequest?.finish(undefined);
        this.#messenger.send('load', { version: 1, ...settings.loadMessage() });
      },
      onMessage: (message) => this.#receive(message),
    });
  }

  /** Listens to the frame until the returned function is called. */
  attach(frame: HTMLIFrameElement): () => void {
    const detach = this.#messenger.attach(frame);
    return () => {
      detach();
      this.#pendingRequest?.finish(undefined);
    };
  }

  /**
   * Returns the content typed into the page, or its refusal; undefined if it does not answer in time. Another
   * caller meanwhile gets the same answer, with its own full time limit: reading in the background must
   * not shorten the reading for a submission.
   */
  readContent(milliseconds: number = formLimits.frameWaitMilliseconds): Promise<FrameResponse | undefined> {
    this.#pendingRequest?.extendDeadline(milliseconds);
    this.#pendingRead ??= this.#requestContent(milliseconds).finally(() => {
      this.#pendingRead = undefined;
    });
    return this.#pendingRead;
  }

  /** Sends the page the problems of the data that it submitted. */
  sendProblems(problems: readonly { field: string; message: string }[]): void {
    this.#messenger.send('problems', { problems });
  }

  #requestContent(milliseconds: number): Promise<FrameResponse | undefined> {
    if (!this.#messenger.attached) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const id = randomKey();
      let deadline = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (duration: number) => {
        if (Date.now() + duration <= deadline) return;
        clearTimeout(timer);
        deadline = Date.now() + duration;
        timer = setTimeout(() => finish(undefined), duration);
      };
      const finish = (answer: FrameResponse | undefined) => {
        clearTimeout(timer);
        if (this.#pendingRequest?.id === id) this.#pendingRequest = undefined;
        resolve(answer);
      };
      this.#pendingRequest = { id, finish, extendDeadline: wait };
      wait(milliseconds);
      this.#messenger.send('ask', { askId: id });
    });
  }

  #receive(message: FrameMessage): void {
    const { onReady, onHeight, onChange } = this.#settings;
    const height = readHeight(message.height, formLimits.minFrameHeight, formLimits.maxFrameHeight);
    if (message.type === 'ready') onReady();
    if (message.type === 'changed') onChange();
    if (message.type === 'data') this.#acceptData(message);
    if (['ready', 'height'].includes(message.type) && height !== undefined) onHeight(height);
  }

  /** Accepts only the answer to the open request, once. */
  #acceptData({ askId, content, refused }: Readonly<Record<string, unknown>>): void {
    if (this.#pendingRequest === undefined || askId !== this.#pendingRequest.id) return;
    const plain = plainContent(content);
    if (typeof refused === 'string' && refused !== '') {
      this.#pendingRequest.finish({ refused: refused.slice(0, refusalLength) });
    } else if (plain !== undefined) this.#pendingRequest.finish({ content: plain });
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
