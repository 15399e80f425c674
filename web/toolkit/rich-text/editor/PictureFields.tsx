import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { Button, Input } from 'antd';
import styles from './editor.module.css';
import { useEditorState } from './use-editor-state.ts';

function selectedPicture({ state }: Editor): { at: number; alt: string } | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'picture') return null;
  return { at: selection.from, alt: String(selection.node.attrs.alt) };
}

/** Edits the text in place of the selected picture, for people who do not see it, and removes the picture. */
export function PictureFields({ editor, disabled }: { editor: Editor | undefined; disabled: boolean }) {
  const picture = useEditorState(editor, selectedPicture);
  if (!picture || !editor) return null;
  const setAlt = (alt: string) => {
    const { tr } = editor.state;
    tr.setNodeAttribute(picture.at, 'alt', alt);
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, picture.at)));
  };
  return (
    <span className={styles.picture}>
      <span aria-hidden>替代文字</span>
      <Input
        aria-label="图片的替代文字"
        disabled={disabled}
        maxLength={100}
        size="small"
        value={picture.alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <Button disabled={disabled} size="small" onClick={() => editor.chain().focus().deleteSelection().run()}>
        删除图片
      </Button>
    </span>
  );
}
