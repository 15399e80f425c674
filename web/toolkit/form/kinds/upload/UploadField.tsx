import { pictureRule } from '#domain/forms/kinds/image-upload/image-upload.ts';
import { type StoredFile, upload } from '#domain/forms/kinds/upload/upload.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { UploadArea } from './UploadArea.tsx';

/** Edits the files of a field: the button has the field's name. */
export function UploadField(props: FieldEditorProps<readonly StoredFile[]>) {
  const { control, disabled, field, onChange, path, store, value } = props;
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, 'aria-describedby': describedBy } = control;
  const isPictures = field.kindName === 'image-upload';
  const text = isPictures ? '上传图片' : '上传文件';
  // Since an upload started, the field's files may have changed, and its row may have moved.
  const anchor = store.anchorOf(path);
  const readFiles = () => upload.normalise(store.view(store.pathAt(anchor) ?? path).value ?? null) ?? [];
  return (
    <UploadArea
      text={text}
      value={value}
      disabled={disabled}
      place={{ form: store.form.title, field: field.title }}
      onRemove={(file) => onChange(value.filter((other) => other.id !== file.id))}
      testId={`chooser-${path}`}
      // The field's name and the button's text, so that both are announced and voice control accepts either.
      button={{
        id,
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        ...(label !== undefined && { 'aria-label': `${label}，${text}` }),
        ...(labelledBy !== undefined && { 'aria-labelledby': `${labelledBy} ${id}` }),
      }}
      target={{
        rule: isPictures ? pictureRule(field.props) : field.props,
        currentFiles: readFiles,
        add: (file) => {
          const current = store.pathAt(anchor);
          if (current !== undefined) store.change(current, [...readFiles(), file]);
        },
        setBusy: (busy) => store.setBusy(anchor, busy ? `${field.title}正在上传，请稍候` : undefined),
      }}
    />
  );
}
