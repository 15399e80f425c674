import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  MenuOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { textColours } from '#domain/forms/kinds/rich-text/text-colours.ts';
import styles from './editor.module.css';
import { fontSizes, headingLabels } from './schema.ts';
import { useEditorState } from './use-editor-state.ts';

interface ToolButton {
  label: string;
  icon: ReactNode;
  run(editor: Editor): void;
  /** True if the format is on at the cursor; undefined for a button that is no switch. */
  isOn?: boolean | undefined;
  isOff?: boolean | undefined;
}

function readState(editor: Editor) {
  const block = editor.isActive('heading')
    ? editor.getAttributes('heading')
    : editor.getAttributes('paragraph');
  const isOn = (name: string) => editor.isActive(name);
  return {
    level: editor.isActive('heading') ? String(editor.getAttributes('heading').level) : '',
    align: (block.align ?? 'left') as string,
    indented: block.indented === true,
    size: (editor.getAttributes('fontSize').value ?? '') as string,
    colour: (editor.getAttributes('colour').value ?? '') as string,
    bold: isOn('bold'),
    italic: isOn('italic'),
    underline: isOn('underline'),
    strike: isOn('strike'),
    superscript: isOn('superscript'),
    subscript: isOn('subscript'),
    bulletList: isOn('bulletList'),
    orderedList: isOn('orderedList'),
    undo: undoDepth(editor.state),
    redo: redoDepth(editor.state),
  };
}

type State = ReturnType<typeof readState>;

const chainOf = (editor: Editor): ChainedCommands => editor.chain().focus();

function setBlock(editor: Editor, attributes: Readonly<Record<string, unknown>>): void {
  chainOf(editor).updateAttributes('paragraph', attributes).updateAttributes('heading', attributes).run();
}

function buttonsOf(state: State | undefined, onPicture: () => void): ToolButton[][] {
  const mark = (name: keyof State & string, label: string, icon: ReactNode): ToolButton => ({
    label,
    icon,
    isOn: state?.[name] === true,
    run: (editor) => chainOf(editor).toggleMark(name).run(),
  });
  const align = (value: string, label: string, icon: ReactNode): ToolButton => ({
    label,
    icon,
    isOn: state?.align === value,
    run: (editor) => setBlock(editor, { align: value === 'left' ? null : value }),
  });
  return [
    [
      mark('bold', '加粗', <BoldOutlined aria-hidden />),
      mark('italic', '斜体', <ItalicOutlined aria-hidden />),
      mark('underline', '下划线', <UnderlineOutlined aria-hidden />),
      mark('strike', '删除线', <StrikethroughOutlined aria-hidden />),
      mark('superscript', '上标', <span>上标</span>),
      mark('subscript', '下标', <span>下标</span>),
    ],
    [
      align('left', '左对齐', <AlignLeftOutlined aria-hidden />),
      align('center', '居中', <AlignCenterOutlined aria-hidden />),
      align('right', '右对齐', <AlignRightOutlined aria-hidden />),
      align('justify', '两端对齐', <MenuOutlined aria-hidden />),
      {
        label: '首行缩进',
        icon: <span>缩进</span>,
        isOn: state?.indented === true,
        run: (editor) => setBlock(editor, { indented: state?.indented !== true }),
      },
    ],
    [
      {
        label: '项目符号',
        icon: <UnorderedListOutlined aria-hidden />,
        isOn: state?.bulletList === true,
        run: (editor) => chainOf(editor).toggleList('bulletList', 'listItem').run(),
      },
      {
        label: '编号',
        icon: <OrderedListOutlined aria-hidden />,
        isOn: state?.orderedList === true,
        run: (editor) => chainOf(editor).toggleList('orderedList', 'listItem').run(),
      },
    ],
    [
      { label: '插入图片', icon: <PictureOutlined aria-hidden />, run: onPicture },
      {
        label: '清除格式',
        icon: <ClearOutlined aria-hidden />,
        run: (editor) => {
          chainOf(editor).clearNodes().unsetAllMarks().run();
          setBlock(editor, { align: null, indented: false });
        },
      },
    ],
  ];
}

const setLevel = (editor: Editor, level: string) =>
  level === ''
    ? chainOf(editor).setNode('paragraph').run()
    : chainOf(editor)
        .setNode('heading', { level: Number(level) })
        .run();

const setStyle = (editor: Editor, mark: 'fontSize' | 'colour', value: string) =>
  value === '' ? chainOf(editor).unsetMark(mark).run() : chainOf(editor).setMark(mark, { value }).run();

/** The tools of both editors: one stop of the Tab key, moved through by the arrow keys. */
export function Toolbar(props: {
  editor: Editor | undefined;
  disabled: boolean;
  /** Id of the text. */
  controls: string;
  onPicture: () => void;
}) {
  const { editor, disabled, controls, onPicture } = props;
  const state = useEditorState(editor, readState);
  const [current, setCurrent] = useState(0);
  const isOff = disabled || editor === undefined;
  let index = -1;
  const place = () => {
    index += 1;
    const own = index;
    return { tabIndex: own === current ? 0 : -1, onFocus: () => setCurrent(own) };
  };
  const run = (action: (editor: Editor) => void) => editor && !isOff && action(editor);
  const button = ({ label, icon, run: act, isOn, isOff: isUnusable }: ToolButton) => (
    <button
      key={label}
      {...place()}
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      aria-disabled={isUnusable || undefined}
      disabled={isOff}
      title={label}
      // Keeps the selection of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(act)}
    >
      {icon}
    </button>
  );
  const select = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    set: (value: string) => void,
  ) => (
    <select
      key={label}
      {...place()}
      aria-label={label}
      disabled={isOff}
      title={label}
      value={value}
      onChange={({ target }) => set(target.value)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
  return (
    <div
      // The text is there once the editor is ready.
      aria-controls={editor ? controls : undefined}
      aria-label="文字格式"
      className={styles.toolbar}
      role="toolbar"
      onKeyDown={(event) => moveFocus(event)}
    >
      <div>
        {button({
          label: '撤销',
          icon: <UndoOutlined aria-hidden />,
          isOff: state?.undo === 0,
          run: ({ view }) => undo(view.state, view.dispatch),
        })}
        {button({
          label: '重做',
          icon: <RedoOutlined aria-hidden />,
          isOff: state?.redo === 0,
          run: ({ view }) => redo(view.state, view.dispatch),
        })}
      </div>
      <div>
        {select('段落样式', state?.level ?? '', [['', '正文'], ...Object.entries(headingLabels)], (level) =>
          run((target) => setLevel(target, level)),
        )}
        {select(
          '字号',
          state?.size ?? '',
          [['', '字号'], ...fontSizes.map((size) => [`${size}px`, `${size}px`] as const)],
          (size) => run((target) => setStyle(target, 'fontSize', size)),
        )}
        {select('颜色', state?.colour ?? '', [['', '颜色'], ...Object.entries(textColours)], (colour) =>
          run((target) => setStyle(target, 'colour', colour)),
        )}
      </div>
      {buttonsOf(state, onPicture).map((group) => (
        <div key={group[0]?.label}>{group.map(button)}</div>
      ))}
    </div>
  );
}

/** Moves the focus within the toolbar by the arrow keys, and to its ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')];
  const at = tools.indexOf(event.target as HTMLElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  tools[(next + tools.length) % tools.length]?.focus();
}
