import { closeHistory } from '@tiptap/pm/history';
import type { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { RichTextEditorKind } from '#domain/forms/kinds/rich-text/rich-text.ts';
import { offeredExtensions } from '#domain/uploads/converted-pictures.ts';
import { extensionOf } from '#domain/uploads/file-name.ts';
import { editorImageMaxBytes, isEditorImageTooLarge, publicPictureRule } from '#domain/uploads/limits.ts';
import { sizeMessage, uploadMessage } from '#domain/uploads/upload-rule.ts';
import type { LoadPicture } from '../picture-source.ts';
import styles from './editor.module.css';
import { addPlace, createUploadPlaces, positionOf, withoutPlace } from './upload-places.ts';

/** Stores a picture; rejects with an error whose message can be shown. */
export type UploadPicture = (
  file: File,
  onProgress: (percent: number) => void,
  options: { signal: AbortSignal },
) => Promise<{ id: string; name: string }>;

export interface PictureUploadSettings {
  kind: RichTextEditorKind;
  /** Limit of the first editor in bytes, which pictures must stay below (S2 §5). */
  limit: number | undefined;
  upload: UploadPicture;
  load: LoadPicture;
  /** Called when the first upload begins, and when the last one ends. */
  setBusy(busy: boolean): void;
  /** Reports files that were not taken, each with its reason. */
  report(messages: readonly string[]): void;
}

interface Upload {
  key: string;
  file: File;
  element: HTMLElement;
  abort: AbortController;
  isRunning: boolean;
}

const accepted = offeredExtensions(publicPictureRule.formats);

/** Extensions for the file chooser. */
export const pictureChooserFormats = accepted.map((extension) => `.${extension}`).join(',');

function isPicture({ name, type }: File): boolean {
  return type.startsWith('image/') || accepted.includes(extensionOf(name));
}

/** Uploads pictures into a text: one after the other, each with a place that shows its progress (S2 §2). */
export class PictureUploads {
  readonly plugin: Plugin;
  readonly #settings: PictureUploadSettings;
  readonly #uploads = new Map<string, Upload>();
  /** Pictures that were uploaded here, which need not be loaded. */
  readonly #ownPictures = new Map<string, Blob>();
  #view: EditorView | undefined;
  #nextKey = 1;
  #isBusy = false;
  #isSending = false;

  constructor(settings: PictureUploadSettings) {
    this.#settings = settings;
    this.plugin = createUploadPlaces((key) => this.#cancel(key));
  }

  readonly load: LoadPicture = async (id, signal) =>
    this.#ownPictures.get(id) ?? (await this.#settings.load(id, signal));

  /** Sends the pictures among the files to a position, and reports the others. */
  add(view: EditorView, files: readonly File[], at: number): void {
    this.#view = view;
    const messages: string[] = [];
    for (const file of files) {
      const problem = this.#problemOf(file);
      if (problem === undefined) this.#place(file, at);
      else if (problem !== '') messages.push(problem);
    }
    this.#settings.report(messages);
    void this.#sendWaiting();
  }

  /** Ends all uploads, because the editor is closed. */
  close(): void {
    for (const { abort } of this.#uploads.values()) abort.abort();
    this.#uploads.clear();
    this.#view = undefined;
    this.#updateBusy();
  }

  /** Returns why a file is not taken: empty if nothing is said about it, undefined if it is taken. */
  #problemOf(file: File): string | undefined {
    const { kind, limit } = this.#settings;
    if (!isPicture(file)) return `只能粘贴或拖入图片，“${file.name}”请用附件上传`;
    if (!accepted.includes(extensionOf(file.name))) return `“${file.name}”${uploadMessage.format}`;
    if (file.size === 0) return `“${file.name}”${uploadMessage.empty}`;
    if (!isEditorImageTooLarge(file.size, limit)) return undefined;
    // The second editor ignores larger pictures silently (S2 §5).
    if (kind === 'plain') return '';
    return sizeMessage({ maxSize: (limit ?? editorImageMaxBytes) / 1_048_576, unit: 'MB' });
  }

  #place(file: File, at: number): void {
    const view = this.#view;
    if (view === undefined) return;
    const key = `upload-${this.#nextKey++}`;
    const element = document.createElement('span');
    element.contentEditable = 'false';
    element.className = styles.place ?? '';
    const upload: Upload = { key, file, element, abort: new AbortController(), isRunning: true };
    this.#uploads.set(key, upload);
    showProgress(upload, 0);
    addPlace(view, { key, at, element });
    this.#updateBusy();
  }

  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (;;) {
      const next = [...this.#uploads.values()].find(({ isRunning }) => isRunning);
      if (next === undefined) break;
      await this.#send(next);
    }
    this.#isSending = false;
  }

  async #send(upload: Upload): Promise<void> {
    const { key, file, abort } = upload;
    try {
      const onProgress = (percent: number) => showProgress(upload, percent);
      const { id, name } = await Promise.race([
        this.#settings.upload(file, onProgress, { signal: abort.signal }),
        rejectOnAbort(abort.signal),
      ]);
      if (abort.signal.aborted) return;
      this.#ownPictures.set(id, file);
      this.#uploads.delete(key);
      this.#insert(key, id, name);
    } catch (error) {
      if (abort.signal.aborted) return;
      upload.isRunning = false;
      this.#showFailure(
        upload,
        error instanceof Error && error.message ? error.message : uploadMessage.transport,
      );
    } finally {
      this.#updateBusy();
    }
  }

  /** Replaces the place by the picture, as one step of the history. */
  #insert(key: string, file: string, name: string): void {
    const view = this.#view;
    const at = view && positionOf(view, key);
    const type = view?.state.schema.nodes.picture;
    if (view === undefined || at === undefined || type === undefined) return;
    const alt = name.replace(/\.[^.]*$/, '').slice(0, 100);
    view.dispatch(closeHistory(withoutPlace(view, key).replaceRangeWith(at, at, type.create({ file, alt }))));
    // The next typed text is another step.
    view.dispatch(closeHistory(view.state.tr));
  }

  #showFailure(upload: Upload, message: string): void {
    const { element, file } = upload;
    const button = (label: string, action: () => void) => {
      const created = document.createElement('button');
      created.type = 'button';
      created.textContent = label;
      created.setAttribute('aria-label', `${label} ${file.name}`);
      created.addEventListener('click', action);
      return created;
    };
    const retry = () => {
      upload.isRunning = true;
      showProgress(upload, 0);
      this.#updateBusy();
      void this.#sendWaiting();
    };
    element.dataset.state = 'failed';
    element.replaceChildren(
      textLine('[upload error]'),
      textLine(`${file.name}：${message}`),
      button('重传', retry),
      button('移除', () => this.#cancel(upload.key)),
    );
    this.#settings.report([`“${file.name}”${message}`]);
  }

  #cancel(key: string): void {
    const upload = this.#uploads.get(key);
    if (upload === undefined) return;
    upload.abort.abort();
    this.#uploads.delete(key);
    if (this.#view) this.#view.dispatch(withoutPlace(this.#view, key).setMeta('addToHistory', false));
    this.#updateBusy();
  }

  #updateBusy(): void {
    const isBusy = [...this.#uploads.values()].some(({ isRunning }) => isRunning);
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    this.#settings.setBusy(isBusy);
  }
}

/** Returns a promise that rejects with the abort, so that a cancelled upload never holds up the next one. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function textLine(text: string): HTMLElement {
  const line = document.createElement('span');
  line.textContent = text;
  return line;
}

function showProgress({ element, file }: Upload, percent: number): void {
  element.dataset.state = 'running';
  element.replaceChildren(textLine(`[uploading...] ${percent}%`), textLine(file.name));
}
