import { useEffect, useMemo } from 'react';
import { fullAuthority } from '#domain/forms/authority.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { FieldModel, FormModel, FormValues } from '#domain/forms/model.ts';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import { useForm } from '#web/toolkit/form/use-form.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import styles from './linkage.module.css';

interface ValueFieldsProps {
  fields: readonly FieldModel[];
  values: FormValues;
  onChange: (values: FormValues) => void;
}

/** Edits values of rules of linkage by the controls of their fields, as in a form. */
export function ValueFields(props: ValueFieldsProps) {
  const text = JSON.stringify(props.fields);
  const model = useMemo<FormModel>(
    () => ({
      schema: { fields: JSON.parse(text) as FieldModel[] },
      globalConfig: { code: 'value', title: '值', columns: 1, allowEdit: [] },
    }),
    [text],
  );
  const isComplete = useMemo(() => !Array.isArray(compileForm(model)), [model]);
  if (!isComplete) return <small className={styles.note}>请先补全该字段的设置，再填写值</small>;
  return <CompleteFields key={text} {...props} model={model} />;
}

function CompleteFields({ model, values, onChange }: ValueFieldsProps & { model: FormModel }) {
  const form = useForm(model, { values, authority: fullAuthority, mode: 'edit' });
  const { store } = form;
  useEffect(() => store.onEdit(() => onChange(store.values())), [store, onChange]);
  return (
    <div className={styles.value}>
      <FormView form={form} hidesSummary {...formContextValue} />
    </div>
  );
}
