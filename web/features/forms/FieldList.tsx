import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { isKindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import styles from './forms.module.css';

/** The fields in their order; headings part them into groups. */
export function FieldList(props: {
  fields: readonly FieldModel[];
  chosen: number;
  onChoose: (at: number) => void;
  onChange: (fields: readonly FieldModel[]) => void;
  onAdd: () => void;
}) {
  const { fields, chosen, onChoose, onChange, onAdd } = props;
  const move = (at: number, by: 1 | -1) => {
    const moved = [...fields];
    const [taken] = moved.splice(at, 1);
    if (taken) moved.splice(at + by, 0, taken);
    onChange(moved);
    if (chosen === at) onChoose(at + by);
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
              <span className={styles.moves}>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={`上移 ${name}`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={`下移 ${name}`}
                  disabled={at === fields.length - 1}
                  onClick={() => move(at, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除 ${name}`}
                  disabled={fields.length === 1}
                  onClick={() => {
                    onChange(fields.filter((each) => each !== field));
                    if (chosen >= at && chosen > 0) onChoose(chosen - 1);
                  }}
                />
              </span>
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
