import { Checkbox, Select } from 'antd';
import { hasOptions } from '#domain/forms/editing.ts';
import { type InterfaceUseName, interfaceMembers, isFillable } from '#domain/forms/field-interfaces.ts';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { interfacesOf, useEditedForm } from './edited-form.ts';
import styles from './forms.module.css';
import { TryInterface } from './TryInterface.tsx';

interface InterfaceUsesProps {
  prefix: string;
  field: FieldModel;
  isColumn: boolean;
  onChange: (field: FieldModel) => void;
}

const useLabel: Record<InterfaceUseName, string> = {
  options: '选项来源',
  default: '默认值来源',
  complete: '输入提示',
  query: '查询填入',
};
const withoutUse: Record<InterfaceUseName, string> = {
  options: '在此列出',
  default: '不取',
  complete: '不提示',
  query: '不查询',
};

/** Edits which interfaces of the form a field uses; nothing for a form without interfaces. */
export function InterfaceUses(props: InterfaceUsesProps) {
  const { prefix, field, onChange } = props;
  const form = useEditedForm();
  const interfaces = interfacesOf(form);
  if (interfaces.length === 0) return null;
  return usesFor(field).map((use) => {
    const member = interfaceMembers[use];
    const id = field[member];
    return (
      <div key={use} className={styles.interfaceUse}>
        <label htmlFor={`${prefix}-${member}`}>{useLabel[use]}</label>
        <div className={styles.row}>
          <Select
            id={`${prefix}-${member}`}
            className={styles.short ?? ''}
            value={id ?? ''}
            options={[
              { value: '', label: withoutUse[use] },
              ...interfaces.map((each) => ({ value: each.id, label: `接口：${each.title || each.id}` })),
            ]}
            onChange={(next) => onChange(withInterface(field, use, next === '' ? undefined : next))}
          />
          {use === 'query' && id !== undefined && (
            <Checkbox
              checked={field.queryOnChange === true}
              onChange={({ target }) => onChange({ ...field, queryOnChange: target.checked || undefined })}
            >
              参数变动时自动查询
            </Checkbox>
          )}
          {id !== undefined && form && <TryInterface key={id} {...props} use={use} form={form} />}
        </div>
      </div>
    );
  });
}

function usesFor(field: FieldModel): InterfaceUseName[] {
  const kind = findKind(field['x-component']);
  const uses: (InterfaceUseName | false)[] = [
    hasOptions(field) && 'options',
    kind?.component === 'single-line' && !field['x-secret'] && 'complete',
    isFillable(field) && 'default',
    kind?.holdsValue === true && 'query',
  ];
  return uses.filter((use) => use !== false);
}

/** Returns the field with an interface for a use; options that the field lists itself are removed. */
function withInterface(field: FieldModel, use: InterfaceUseName, id: string | undefined): FieldModel {
  const { [interfaceMembers[use]]: _, ...others } = field;
  if (id === undefined) return others;
  const named = { ...others, [interfaceMembers[use]]: id };
  if (use !== 'options') return named;
  const { options: __, default: ___, ...remote } = named;
  return remote;
}
