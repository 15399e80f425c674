import { PaperClipOutlined } from '@ant-design/icons';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import styles from './form.module.css';
import { type FormContextValue, useFormContext } from './form-context.ts';

const noViewer: NonNullable<FormContextValue['useFileViewer']> = () => ({
  view: () => undefined,
  viewer: null,
});

/**
 * Shows links to the samples of a field and of a table's columns: the fixed files of their shared elements (S2 §3).
 */
export function SampleFiles({ field }: { field: CompiledField }) {
  const { elementFiles, useFileViewer = noViewer } = useFormContext();
  const samples = fieldsWithSamples(field).flatMap(({ path, title, element = '' }) => {
    const file = elementFiles?.[element];
    return file ? [{ path, title, file }] : [];
  });
  const { view, viewer } = useFileViewer(filesOnce(samples.map(({ file }) => file)));
  if (samples.length === 0) return null;
  return (
    <>
      <ul className={styles.samples}>
        {samples.map(({ path, title, file }) => (
          <li key={path}>
            <button
              type="button"
              className={styles.fileName}
              aria-label={`“${title}”的样表：${file.name}`}
              onClick={() => view(file.id)}
            >
              <PaperClipOutlined aria-hidden /> {path === field.path ? '样表' : `“${title}”的样表`}：
              {file.name}
            </button>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}

/** Returns the fields whose samples stand below this one: the columns of a table have no place of their own. */
function fieldsWithSamples(field: CompiledField): readonly CompiledField[] {
  return field.kindName === 'table' ? [field, ...field.columns] : [field];
}

const filesOnce = (files: readonly StoredFile[]) => [
  ...new Map(files.map((file) => [file.id, file])).values(),
];
