import { InnerFields } from '../../InnerFields.tsx';
import type { FieldEditorProps, FieldTextProps } from '../../kind-view.ts';
import styles from '../../nested-fields.module.css';

/** Shows the fields of an object with a line at their left, which shows that they belong together. */
export function ObjectField({ control, field, store, path, idPrefix }: FieldEditorProps) {
  const { id, 'aria-labelledby': labelledBy, 'aria-label': label, 'aria-describedby': describedBy } = control;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have its own legend besides the form's label
    <div
      aria-describedby={describedBy}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={styles.group}
      id={id}
      data-table
      role="group"
    >
      <InnerFields {...{ field, store, idPrefix }} prefix={`${path}.`} />
    </div>
  );
}

/** Shows the fields of an object or of a sub-form as text. */
export function ObjectText({ field, store, path, idPrefix }: FieldTextProps) {
  return (
    <div className={styles.group}>
      <InnerFields {...{ field, store, idPrefix }} prefix={`${path}.`} />
    </div>
  );
}
