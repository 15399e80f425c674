import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { applyAuthority } from '#domain/forms/authority.ts';
import { ownValue } from '#domain/forms/field-state.ts';
import { table } from '#domain/forms/kinds/table/table.ts';
import type { FormStore } from '../form/form-store.ts';
import { FrameLink, frameSilentText } from './frame-link.ts';

/** The state of the frame of a form. */
export interface FrameState {
  loadState: 'loading' | 'ready' | 'silent';
  /** Height requested by the page; before that, the one in its definition. */
  height: number;
}

/** Pause after the last key, so that drafts and other tabs soon have the input. */
const readDelayMilliseconds = 600;
/** Time limit for reading in the background, whose answer may be late. */
const backgroundTimeoutMilliseconds = 3000;

/**
 * A form that a third party draws (S1 §2): the page in the frame and the store that every form has. The
 * values from the page go into the store, field by field as declared; validation, sending and drafts are then
 * those of any form.
 */
export class FrameForm {
  readonly url: string;
  readonly origin: string;
  readonly #store: FormStore;
  readonly #link: FrameLink;
  readonly #listeners = new Set<() => void>();
  #state: FrameState;
  #readTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(form: WorkOrderForm, store: FormStore, frame: { url: string; origin: string; height: number }) {
    this.url = frame.url;
    this.origin = frame.origin;
    this.#store = store;
    this.#state = { loadState: 'loading', height: frame.height };
    const { mode } = store.settings;
    this.#link = new FrameLink({
      origin: frame.origin,
      loadMessage: () => ({
        mode,
        form: { id: form.id, code: form.formCode, name: form.formName },
        content: store.values(),
        authority: readOnlyIn(mode, applyAuthority(store.form, form.authority)),
      }),
      onReady: () => this.#change({ loadState: 'ready' }),
      onHeight: (height) => this.#change({ height }),
      onChange: () => this.#readSoon(),
    });
  }

  state = (): FrameState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  attach(frame: HTMLIFrameElement): () => void {
    this.#change({ loadState: 'loading' });
    const detach = this.#link.attach(frame);
    return () => {
      clearTimeout(this.#readTimer);
      detach();
    };
  }

  /** Called if the page has sent nothing since it was opened. */
  markSilent(): void {
    if (this.#state.loadState === 'loading') this.#change({ loadState: 'silent' });
  }

  /** Collects the input in the page; returns the problem, if any. */
  async collect(milliseconds?: number): Promise<string | undefined> {
    const answer = await this.#link.readContent(milliseconds);
    if (answer === undefined) return frameSilentText;
    if ('refused' in answer) return answer.refused;
    return this.#storeContent(answer.content);
  }

  sendProblems(problems: readonly { field: string; message: string }[]): void {
    this.#link.sendProblems(problems);
  }

  #readSoon(): void {
    clearTimeout(this.#readTimer);
    this.#readTimer = setTimeout(
      () => void this.collect(backgroundTimeoutMilliseconds),
      readDelayMilliseconds,
    );
  }

  #storeContent(content: Readonly<Record<string, unknown>>): string | undefined {
    for (const { id, title, kind } of this.#store.form.fields) {
      const value = ownValue(content, id);
      if (value === undefined || !kind.holdsValue || !this.#store.view(id).editable) continue;
      if (kind.nests === 'rows') {
        const rows = table.normalise(value);
        if (rows === undefined) return `${title}格式不正确`;
        this.#store.changeRows(id, rows);
      } else if (kind.normalise(value) === undefined) return `${title}格式不正确`;
      else this.#store.change(id, value);
    }
    return undefined;
  }

  #change(change: Partial<FrameState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function readOnlyIn(mode: 'edit' | 'read', access: Readonly<Record<string, number>>): Record<string, number> {
  if (mode === 'edit') return { ...access };
  return Object.fromEntries(Object.entries(access).map(([id, level]) => [id, Math.min(level, 1)]));
}
