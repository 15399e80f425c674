import { useQuery } from '@tanstack/react-query';
import { sharedElements } from '#contract/shared-elements.ts';
import { type FieldModel, sharedElementKey } from '#domain/forms/model.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import styles from './forms.module.css';

/** Chooses the shared element of a field, whose file the field shows as its sample. */
export function ElementOfField(props: {
  prefix: string;
  field: FieldModel;
  onChange: (field: FieldModel) => void;
}) {
  const { prefix, field, onChange } = props;
  const list = useQuery(queryOf(sharedElements.list, {}));
  const rows = list.data?.rows ?? [];
  const code = field[sharedElementKey];
  if (code === undefined && rows.length === 0) return null;
  const isUnknown = code !== undefined && list.isSuccess && !rows.some((row) => row.code === code);
  const names = rows.map((row) => ({ value: row.code, label: row.name }));
  const set = (next: string | undefined) => {
    const { [sharedElementKey]: _, ...remaining } = field;
    onChange(next === undefined ? remaining : { ...remaining, [sharedElementKey]: next });
  };
  return (
    <>
      <label htmlFor={`${prefix}-element`}>共享要素</label>
      <div className={styles.element}>
        <NameSelect
          id={`${prefix}-element`}
          className={styles.short ?? ''}
          allowClear
          placeholder="不用"
          loading={list.isPending}
          value={code}
          options={isUnknown ? [{ value: code, label: `${code}（不存在）` }, ...names] : names}
          onChange={(next: string | undefined) => set(next)}
        />
        <small className={styles.quiet}>填写时在字段下方显示它的样表</small>
      </div>
    </>
  );
}
