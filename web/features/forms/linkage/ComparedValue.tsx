import { Select } from 'antd';
import { useCallback, useRef } from 'react';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import { controlFor, valueOfControl, valuesForControl } from '#domain/forms/linkage-editing.ts';
import type { Comparison, FieldModel, FormValues } from '#domain/forms/model.ts';
import styles from './linkage.module.css';
import { ValueFields } from './ValueFields.tsx';

/** Edits the value that a comparison compares with, by a control of the field's own kind where there is one. */
export function ComparedValue(props: {
  comparison: Comparison;
  /** The field that is compared. */
  source: FieldModel | undefined;
  onChange: (value: unknown) => void;
}) {
  const { comparison, source } = props;
  const latest = useRef(props);
  latest.current = props;
  const control = controlFor(source, comparison.is);
  const change = useCallback((values: FormValues) => {
    const { comparison: current, source: field, onChange } = latest.current;
    const fields = controlFor(field, current.is);
    if (fields !== undefined && fields !== 'list') onChange(valueOfControl(fields, values));
  }, []);
  if (control === undefined || comparison.field === '') return null;
  if (control === 'list') return <ValueList {...props} />;
  return (
    <ValueFields
      key={`${comparison.field} ${comparison.is}`}
      fields={control}
      values={valuesForControl(control, comparison.value)}
      onChange={change}
    />
  );
}

/** Edits several texts or numbers. */
function ValueList({ comparison, source, onChange }: Parameters<typeof ComparedValue>[0]) {
  const values = Array.isArray(comparison.value) ? comparison.value.map(String) : [];
  const isNumber = findKind(source?.['x-component'])?.comparesAs === 'number';
  const read = (text: string) =>
    isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  return (
    <Select
      aria-label="值"
      mode="tags"
      className={styles.list ?? ''}
      open={false}
      suffixIcon={null}
      placeholder="逐个输入，按回车"
      value={values}
      onChange={(texts: string[]) => onChange(texts.map(read))}
    />
  );
}
