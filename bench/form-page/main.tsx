import '#web/toolkit/styles/base.css';
import { createRoot, type Root } from 'react-dom/client';
import { benchFields } from './fields.ts';
import { type FormKind, forms } from './forms.tsx';

let current:
  | {
      root: Root;
      box: HTMLElement;
      /** The boxes of texts, found once, because the search looks through the whole form. */
      boxes?: NodeListOf<HTMLInputElement>;
      count: number;
      element: ReturnType<(typeof forms)[FormKind]>;
    }
  | undefined;

/** Frames within which a form must be complete. */
const maxFrames = 2000;

/** Resolves when a frame has been painted after the work. */
function runInFrame(work: () => void): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      work();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}

function requireForm() {
  if (!current) throw new Error('No form has been opened');
  return current;
}

/** Elements with a value: a group of radio buttons counts once. */
const controlsOf = (box: HTMLElement) =>
  box.querySelectorAll('input:not([type="radio"]), textarea, [role="radiogroup"], .ant-radio-group').length;

/** Sets the text of a box as a browser does it, so that React sees an input. */
function enter(input: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** Steps that the bench runs on this page, one after the other. */
const formBench = {
  open(kind: FormKind, count: number) {
    const box = document.body.appendChild(document.createElement('div'));
    current = { root: createRoot(box), box, count: benchFields(count).length, element: forms[kind](count) };
    return runInFrame(() => undefined);
  },
  /** Mounts the form; resolves when every field has been drawn. */
  async mount(): Promise<void> {
    const { root, box, count, element } = requireForm();
    await runInFrame(() => root.render(element()));
    for (let frames = 0; controlsOf(box) < count; frames += 1) {
      if (frames > maxFrames) throw new Error(`${controlsOf(box)} of ${count} fields are drawn`);
      await runInFrame(() => undefined);
    }
  },
  /**
   * Mounts the form; resolves when its fields fill the window and a letter that was entered into the first box has
   * been painted, whether further fields are still drawn or not.
   */
  async mountFirstScreen(): Promise<void> {
    const { root, box, count, element } = requireForm();
    await runInFrame(() => root.render(element()));
    for (
      let frames = 0;
      box.getBoundingClientRect().bottom < innerHeight && controlsOf(box) < count;
      frames += 1
    ) {
      if (frames > maxFrames) throw new Error('The fields do not fill the window');
      await runInFrame(() => undefined);
    }
    const first = box.querySelector<HTMLInputElement>('input[type="text"]');
    if (!first) throw new Error('There is no box');
    first.focus();
    await runInFrame(() => enter(first, 'a'));
    if (first.value !== 'a') throw new Error('The first box does not accept a letter');
  },
  /**
   * Enters texts into the box at this place, one letter after the other; the first box is that of the linked
   * fields.
   */
  async type(place: number, letters: number): Promise<void> {
    const form = requireForm();
    form.boxes ??= form.box.querySelectorAll<HTMLInputElement>('input[type="text"]');
    const input = form.boxes[place];
    if (!input) throw new Error('There is no such box');
    input.focus();
    for (let index = 0; index < letters; index += 1) await runInFrame(() => enter(input, `${input.value}a`));
    await runInFrame(() => enter(input, ''));
  },
  /** Fills and empties the first box, of which other fields depend. */
  async toggle(times: number): Promise<void> {
    for (let index = 0; index < times; index += 1) await formBench.type(0, 1);
  },
  close() {
    const { root, box } = requireForm();
    root.unmount();
    box.remove();
    current = undefined;
    return runInFrame(() => undefined);
  },
};
Object.assign(globalThis, { formBench });
