import { Editor, Extension, getHTMLFromFragment } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  problemOfMarkup,
  type RichTextEditorKind,
  richTextDefaults,
} from '#domain/forms/kinds/rich-text/rich-text.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { countCharacters, problemOfLength } from '#domain/texts/characters.ts';
import { isRichText } from '#domain/texts/rich-text.ts';
import { isBlankRichText, textOfRichText } from '#domain/texts/rich-text-content.ts';
import { cleanRichText } from '../clean-rich-text.ts';
import type { LoadPicture } from '../picture-source.ts';
import styles from './editor.module.css';
import { historyExtension } from './history.ts';
import { PictureFields } from './PictureFields.tsx';
import { pastedMarkup, problemOfPaste, showsText } from './pasted-markup.ts';
import { createPictureNode } from './picture-node.ts';
import { PictureUploads, pictureChooserFormats, type UploadPicture } from './picture-uploads.ts';
import { textExtensions } from './schema.ts';
import { Toolbar } from './Toolbar.tsx';

export interface RichTextEditorProps {
  kind: RichTextEditorKind;
  value: string;
  /** Attributes of the text: its id, name and description. */
  control: { id: string } & Readonly<Record<`aria-${string}`, string | true | undefined>>;
  disabled: boolean;
  /** Height in pixels. */
  height?: number;
  /** Limit of the first editor for a picture in bytes. */
  pictureLimit?: number | undefined;
  /** Number of characters to count against. */
  maxLength?: number | undefined;
  upload: UploadPicture;
  load: LoadPicture;
  onChange(value: string): void;
  onBlur(): void;
  setBusy(busy: boolean): void;
}

/** Returns a value as content of the editor: cleaned, and a text without markup as paragraphs. */
function contentOf(value: string): string {
  if (isRichText(value)) return cleanRichText(value);
  const lines = value.split('\n').map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph.outerHTML;
  });
  return lines.join('');
}

/** Gives the text of an editor its id, name and description. */
function nameText({ view: { dom } }: Editor, { id, ...names }: RichTextEditorProps['control']): void {
  dom.id = id;
  for (const [name, text] of Object.entries(names)) {
    if (text === undefined) dom.removeAttribute(name);
    else dom.setAttribute(name, String(text));
  }
}

function textOfEditor(editor: Editor): string {
  const html = editor.getHTML();
  return isBlankRichText(html) ? '' : html;
}

/**
 * Both rich-text editors of S2 §2. The content belongs to the editor: it reports each change, and takes a value only
 * if that is another text than the last one it reported.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { control, disabled, value, height = richTextDefaults.height, maxLength } = props;
  const latest = useRef(props);
  latest.current = props;
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const messageList = useRef<HTMLUListElement>(null);
  const lastValue = useRef(value);
  const uploads = useRef<PictureUploads>(undefined);
  const [editor, setEditor] = useState<Editor>();
  const [messages, setMessages] = useState<readonly string[]>([]);

  useEffect(() => {
    const pictures = new PictureUploads({
      kind: latest.current.kind,
      limit: latest.current.pictureLimit,
      upload: (...file) => latest.current.upload(...file),
      load: (...file) => latest.current.load(...file),
      setBusy: (busy) => latest.current.setBusy(busy),
      report: setMessages,
    });
    uploads.current = pictures;
    const created = createEditor(
      box.current,
      pictures,
      latest,
      (next) => {
        lastValue.current = next;
        latest.current.onChange(next);
      },
      setMessages,
    );
    nameText(created, latest.current.control);
    setEditor(created);
    return () => {
      pictures.close();
      created.destroy();
      setEditor(undefined);
    };
  }, []);

  useEffect(() => {
    if (editor === undefined || value === lastValue.current) return;
    lastValue.current = value;
    editor.chain().setMeta('addToHistory', false).setContent(contentOf(value), { emitUpdate: false }).run();
  }, [editor, value]);

  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);

  useLayoutEffect(() => {
    if (editor) nameText(editor, control);
  });

  // Below a text of its usual height, a message is often out of sight.
  useEffect(() => {
    if (messages.length > 0) messageList.current?.scrollIntoView?.({ block: 'nearest' });
  }, [messages]);

  const addFiles = (files: readonly File[]) => {
    if (editor) uploads.current?.add(editor.view, files, editor.state.selection.to);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys lead to the toolbar inside
    <div
      ref={frame}
      className={styles.editor}
      data-invalid={control['aria-invalid']}
      data-disabled={disabled || undefined}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'F10')
          frame.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus();
      }}
    >
      <Toolbar
        editor={editor}
        disabled={disabled}
        controls={control.id}
        onPicture={() => chooser.current?.click()}
      />
      <div ref={box} className={styles.text} style={{ flexBasis: height }} />
      <input
        ref={chooser}
        hidden
        multiple
        accept={pictureChooserFormats}
        aria-hidden
        data-testid={`pictures-${control.id}`}
        tabIndex={-1}
        type="file"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          addFiles(files);
        }}
      />
      <div className={styles.foot}>
        <PictureFields editor={editor} disabled={disabled} />
        <span className={styles.keys}>Alt+F10 到工具栏</span>
        <Count value={value} maxLength={maxLength} />
      </div>
      <ul ref={messageList} className={styles.messages} role="status">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the number of characters, and in colour how far the text is beyond a limit. */
function Count({ value, maxLength }: { value: string; maxLength: number | undefined }) {
  const length = countCharacters(textOfRichText(value));
  const limit = Math.min(maxLength ?? formLimits.textLength, formLimits.textLength);
  const isOver = length > limit;
  const problem = problemOfMarkup(value);
  const counted = isOver || maxLength !== undefined ? `${length} / ${limit} 字` : `${length} 字`;
  return (
    <span className={styles.count} data-over={isOver || problem !== undefined || undefined}>
      {[counted, ...(isOver ? [`超出 ${length - limit} 字`] : []), ...(problem ? [problem] : [])].join('，')}
    </span>
  );
}

/** Returns why a text could not be stored any more with a pasted or dropped part between two positions. */
function problemOfInsertion({ state }: EditorView, slice: Slice, from: number, to: number) {
  const { doc } = state.tr.replaceRange(from, to, slice);
  const html = getHTMLFromFragment(doc.content, state.schema);
  return problemOfMarkup(html) ?? problemOfLength(textOfRichText(html), formLimits.textLength, '内容');
}

function createEditor(
  element: HTMLElement | null,
  pictures: PictureUploads,
  latest: { current: RichTextEditorProps },
  onValue: (value: string) => void,
  setMessages: (messages: readonly string[]) => void,
): Editor {
  const { kind, value, disabled } = latest.current;
  let lostPictures = 0;
  /** Takes the files of a paste or a drop; returns false if there are none, and reports pictures that are lost. */
  const takeFiles = (view: EditorView, data: DataTransfer | null, at: number) => {
    const files = [...(data?.files ?? [])];
    const lost = lostPictures;
    lostPictures = 0;
    if (files.length > 0 && !showsText(data?.getData('text/html') ?? '')) {
      pictures.add(view, files, at);
      return true;
    }
    setMessages(lost === 0 ? [] : [`有 ${lost} 张图片未能粘贴，请另存后上传`]);
    return false;
  };
  /** Refuses a paste or a drop with its reason; nothing changes. */
  const refuse = (problem: string | undefined) => {
    if (problem !== undefined) setMessages([`没有粘贴：${problem}`]);
    return problem !== undefined;
  };
  const refuseUnread = (event: Event, data: DataTransfer | null) => {
    const isRefused = refuse(
      problemOfPaste({ html: data?.getData('text/html') ?? '', text: data?.getData('text/plain') ?? '' }),
    );
    if (isRefused) event.preventDefault();
    return isRefused;
  };
  return new Editor({
    element,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editable: !disabled,
    content: contentOf(value),
    extensions: [
      ...textExtensions,
      historyExtension,
      createPictureNode(pictures.load),
      Extension.create({ name: 'pictureUploads', addProseMirrorPlugins: () => [pictures.plugin] }),
    ],
    editorProps: {
      attributes: { 'aria-multiline': 'true', spellcheck: 'false' },
      // Called before the editor reads the data.
      handleDOMEvents: {
        paste: (_view, event) => refuseUnread(event, event.clipboardData),
        drop: (view, event) => view.dragging === null && refuseUnread(event, event.dataTransfer),
      },
      handlePaste: (view, event, slice) => {
        const { from, to } = view.state.selection;
        return takeFiles(view, event.clipboardData, to) || refuse(problemOfInsertion(view, slice, from, to));
      },
      handleDrop: (view, event, slice, isMoved) => {
        if (isMoved) return false;
        const at =
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to;
        return takeFiles(view, event.dataTransfer, at) || refuse(problemOfInsertion(view, slice, at, at));
      },
      // Called before the paste or the drop is handled.
      transformPastedHTML: (html) => {
        const pasted = pastedMarkup(html, kind);
        lostPictures = pasted.lostPictures;
        return pasted.html;
      },
    },
    onUpdate: ({ editor }) => onValue(textOfEditor(editor)),
    onBlur: () => latest.current.onBlur(),
  });
}
