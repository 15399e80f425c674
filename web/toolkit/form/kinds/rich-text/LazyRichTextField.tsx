import { Suspense } from 'react';
import { richText, richTextDefaults } from '#domain/forms/kinds/rich-text/rich-text.ts';
import { prefetchableParts } from '../../../lazy-parts/prefetchable-parts.tsx';
import type { FieldEditorProps, FieldTextProps } from '../../kind-view.ts';
import styles from './rich-text-field.module.css';

const editorParts = prefetchableParts(() => import('./RichTextField.tsx'));
const Field = editorParts.part(({ RichTextField }) => RichTextField);
const textParts = prefetchableParts(() => import('./RichTextText.tsx'));
const Text = textParts.part(({ RichTextText }) => RichTextText);

/** Loads the editor and the view of rich texts. */
export const prefetchRichText = async () => {
  await Promise.all([editorParts.prefetch(), textParts.prefetch()]);
};

/** Edits a rich text; only forms with one load the editor, and until then a box of its size shows the text. */
export function LazyRichTextField(props: FieldEditorProps<string>) {
  const { control, value, field } = props;
  return (
    <Suspense
      fallback={
        <textarea
          {...control}
          readOnly
          className={styles.box}
          style={{ height: `${field.props.height ?? richTextDefaults.height}px` }}
          value={richText.text(value, { props: field.props, options: [] })}
        />
      }
    >
      <Field {...props} />
    </Suspense>
  );
}

/** Shows a rich text: without its format until the code for it has arrived. */
export function LazyRichText(props: FieldTextProps<string>) {
  const { value, field } = props;
  return (
    <Suspense fallback={richText.text(value, { props: field.props, options: [] })}>
      <Text {...props} />
    </Suspense>
  );
}
