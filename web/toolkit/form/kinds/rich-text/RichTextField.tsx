import { editorKindOf, pictureLimitOf, richTextDefaults } from '#domain/forms/kinds/rich-text/rich-text.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { RichTextEditor } from '../../../rich-text/editor/RichTextEditor.tsx';
import { useFormContext } from '../../form-context.ts';
import type { FieldEditorProps } from '../../kind-view.ts';

/** Edits a rich text; its pictures become files of the order with the form. */
export function RichTextField(props: FieldEditorProps<string>) {
  const { control, disabled, field, onBlur, onChange, path, store, value } = props;
  const { uploadPicture, loadPicture } = useFormContext();
  const maxLength = field.rules.find(({ rule }) => rule.rule === 'maxLength')?.rule;
  return (
    <RichTextEditor
      kind={editorKindOf(field.props)}
      control={{ ...control }}
      disabled={disabled}
      height={field.props.height ?? richTextDefaults.height}
      maxLength={maxLength && 'value' in maxLength ? Number(maxLength.value) : undefined}
      pictureLimit={pictureLimitOf(field.props)}
      value={value}
      upload={async (file, onProgress, options) => {
        if (uploadPicture === undefined) throw new Error(uploadMessage.server);
        return await uploadPicture(file, onProgress, options);
      }}
      load={async (...picture) => {
        if (loadPicture === undefined) throw new Error('no pictures here');
        return await loadPicture(...picture);
      }}
      onBlur={onBlur}
      onChange={onChange}
      setBusy={(busy) => store.setBusy(path, busy ? `${field.title}正在上传图片，请稍候` : undefined)}
    />
  );
}
