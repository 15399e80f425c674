import { act, render } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { RichTextEditor, type RichTextEditorProps } from './RichTextEditor.tsx';

export interface OpenedEditor {
  /** The editable text. */
  text: HTMLElement;
  editor: Editor;
  /** The values that the editor has reported. */
  values: string[];
  busy: boolean[];
  unmount(): void;
}

/** Mounts an editor that keeps its own value. */
export function openEditor(given: Partial<RichTextEditorProps> = {}): OpenedEditor {
  const values: string[] = [];
  const busy: boolean[] = [];
  function Screen() {
    const [value, setValue] = useState(given.value ?? '');
    return (
      <RichTextEditor
        kind="formatted"
        control={{ id: 'text', 'aria-label': '正文' }}
        disabled={false}
        upload={async ({ name }) => ({ id: crypto.randomUUID(), name })}
        load={async () => new Blob()}
        onBlur={() => undefined}
        setBusy={(isBusy) => busy.push(isBusy)}
        {...given}
        value={value}
        onChange={(next) => {
          values.push(next);
          setValue(next);
        }}
      />
    );
  }
  const { unmount } = render(<Screen />);
  const text = document.getElementById('text') as (HTMLElement & { editor: Editor }) | null;
  if (!text) throw new Error('the editor is not mounted');
  return { text, editor: text.editor, values, busy, unmount };
}

/** Pastes markup, files or a text as a browser does. */
export function paste(
  text: HTMLElement,
  data: { html?: string; plain?: string; files?: readonly File[] },
): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, {
    clipboardData: {
      files: data.files ?? [],
      types: [],
      getData: (type: string) =>
        (type === 'text/html' ? data.html : type === 'text/plain' ? data.plain : '') ?? '',
    },
  });
  act(() => void text.dispatchEvent(event));
}
