import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { FormField } from './FormField.tsx';
import type { FormStore } from './form-store.ts';
import styles from './nested-fields.module.css';

/** Shows the fields inside an object, or inside a row of a list, one below the other; `prefix` begins their paths. */
export function InnerFields(props: {
  field: CompiledField;
  store: FormStore;
  prefix: string;
  idPrefix: string;
}) {
  const { field, store, prefix, idPrefix } = props;
  return (
    <div className={styles.inner} data-grid>
      {field.columns.map((column) => (
        <FormField key={column.id} field={column} path={prefix + column.id} {...{ store, idPrefix }} />
      ))}
    </div>
  );
}
