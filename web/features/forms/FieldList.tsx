import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { isKindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { moved } from '#domain/lists/moved.ts';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import styles from './forms.module.css';

/** Shows the fields in their order, grouped by headings. */
export function FieldList(props: {
  fields: readonly FieldModel[];
  chosen: number;
  onChoose: (at: number) => void;
  onChange: (fields: readonly FieldModel[]) => void;
  onAdd: () => void;
}) {
  const { fields, chosen, onChoose, onChange, onAdd } = props;
  const move = (at: number, to: number) => {
    onChange(moved(fields, at, to));
    if (chosen === at) onChoose(to);
  };
  return (
    <section className={styles.list} aria-label="字段">
      <ol>
        {fields.map((field, at) => {
          const kind = field['x-component'];
          const name = field.title.trim() || '（未命名）';
          return (
            <li
              key={field.id}
              data-chosen={at === chosen || undefined}
              data-heading={kind === 'heading' || undefined}
            >
              <button type="button" aria-pressed={at === chosen} onClick={() => onChoose(at)}>
                <span>{name}</span>
                <small>
                  {isKindName(kind) ? formComponentLabel[kind] : kind}
                  {field.required && '，必填'}
                </small>
              </button>
              <RowMoveButtons
                name={name}
                at={at}
                count={fields.length}
                className={styles.moves}
                loss={
                  field.title.trim() === ''
                    ? undefined
                    : '这一项的类型、选项和规则一并删除；发布以前，已发布的版本不受影响。'
                }
                onMove={(to) => move(at, to)}
                onRemove={() => {
                  onChange(fields.filter((each) => each !== field));
                  if (chosen >= at && chosen > 0) onChoose(chosen - 1);
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
