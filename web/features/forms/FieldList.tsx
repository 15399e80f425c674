import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import {
  type DependentField,
  dependentFields,
  dependentsText,
  withoutField,
} from '#domain/forms/field-removal.ts';
import { isKindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import styles from './forms.module.css';

/** Shows the fields in their order, grouped by headings. */
export function FieldList(props: {
  id: string;
  fields: readonly FieldModel[];
  selectedIndex: number;
  onSelect: (index: number) => void;
  /** Called after the user chose a field, to edit it. */
  onOpen: () => void;
  onChange: (fields: readonly FieldModel[]) => void;
  onAdd: () => void;
  /** Returns what uses a field by its id, such as `事项“群众来信办理”的办件标题`. */
  usesOf?: (id: string) => readonly string[];
}) {
  const { usesOf = () => [], id, fields, selectedIndex, onSelect, onOpen, onChange, onAdd } = props;
  const move = (index: number, to: number) => {
    onChange(moveItem(fields, index, to));
    if (selectedIndex === index) onSelect(to);
  };
  return (
    <section id={id} className={styles.list} aria-label="字段">
      <ol>
        {fields.map((field, index) => {
          const kind = field['x-component'];
          const name = field.title.trim() || '（未命名）';
          return (
            <li
              key={field.id}
              data-chosen={index === selectedIndex || undefined}
              data-heading={kind === 'heading' || undefined}
            >
              <button
                type="button"
                aria-pressed={index === selectedIndex}
                onClick={() => {
                  onSelect(index);
                  onOpen();
                }}
              >
                <span>{name}</span>
                <small>
                  {isKindName(kind) ? formComponentLabel[kind] : kind}
                  {field.required && '，必填'}
                </small>
              </button>
              <RowMoveButtons
                name={name}
                index={index}
                count={fields.length}
                className={styles.moves}
                loss={lossOf(field, usesOf(field.id), dependentFields(fields, field))}
                onMove={(to) => move(index, to)}
                onRemove={() => {
                  onChange(withoutField(fields, field));
                  if (selectedIndex >= index) onSelect(Math.max(0, selectedIndex - 1));
                }}
              />
            </li>
          );
        })}
      </ol>
      <Button block icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
        添加字段
      </Button>
    </section>
  );
}

/**
 * Returns what is lost with a field, first what uses it and what depends on it in the form; undefined for a field
 * without a name, which nothing uses.
 */
function lossOf(
  field: FieldModel,
  uses: readonly string[],
  dependents: readonly DependentField[],
): ReactNode {
  const text = '这一项的类型、选项和规则一并删除；发布以前，已发布的版本不受影响。';
  if (uses.length === 0 && dependents.length === 0) return field.title.trim() === '' ? undefined : text;
  return (
    <>
      {uses.length > 0 && `仍用于${uses.join('、')}。删除后，改用新版表单前须先修改这些设置。`}
      {dependents.length > 0 && `存在引用：${dependentsText(dependents)}取决于本字段，随本字段一并删除。`}
      {text}
    </>
  );
}
