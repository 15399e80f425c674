import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { fieldOptions } from '#contract/item-field-options.ts';
import type { ItemExtras } from '#contract/item-settings.ts';
import { OrderFact, orderFactLabel } from '#domain/items/ext-fields.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import type { FieldsProps } from './ItemField.tsx';
import styles from './items.module.css';

type ExtField = ItemExtras['extFields'][number];

const maxRows = 20;
const sourceOf = (row: ExtField) => ('fact' in row ? `fact:${row.fact}` : `field:${row.field}`);

/**
 * Edits the rows that the page of an order shows in addition to its forms: a label, and the field or fact of the
 * order that it shows.
 */
export function ExtFieldRows({ settings, choices, problems, onChange }: FieldsProps) {
  const rows = settings.extFields;
  /** Index of the row just added, which is edited next. */
  const [addedIndex, setAddedIndex] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const set = (extFields: ExtField[]) => onChange({ extFields });
  const change = (changedIndex: number, row: ExtField) =>
    set(rows.map((other, index) => (index === changedIndex ? row : other)));
  const options = [
    {
      label: '办件信息',
      options: Object.values(OrderFact).map((fact) => ({
        value: `fact:${fact}`,
        label: orderFactLabel[fact],
      })),
    },
    {
      label: '表单字段',
      options: fieldOptions(settings, choices).map(({ value, label }) => ({
        value: `field:${value}`,
        label,
      })),
    },
  ];
  return (
    <Card id="item-part-extFields" title="扩展信息">
      <p className={styles.quiet}>办件详情中另外显示的内容：左栏填写名称，右栏选择来源；没有则不填。</p>
      {rows.length > 0 && (
        <div className={styles.extraHead} aria-hidden>
          <span data-required>名称</span>
          <span data-required>取自</span>
        </div>
      )}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its index
        <div key={index} className={styles.extra}>
          <Input
            id={`item-extFields[${index}]`}
            aria-label={`第 ${index + 1} 项的名称`}
            aria-required
            autoFocus={addedIndex === index}
            maxLength={30}
            placeholder="名称"
            value={row.label}
            onChange={({ target }) => change(index, { ...row, label: target.value })}
          />
          <NameSelect
            aria-label={`第 ${index + 1} 项取自`}
            aria-required
            placeholder="取自"
            value={sourceOf(row) === 'field:' ? null : sourceOf(row)}
            options={options}
            onChange={(source: string) => change(index, rowOf(row.label, source))}
          />
          <Button
            aria-label={`删除第 ${index + 1} 项`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => {
              set(rows.filter((_row, other) => other !== index));
              // The pressed button disappeared with its row.
              addButton.current?.focus();
            }}
          />
          {problems
            .filter(
              ({ field }) => field === `extFields[${index}]` || field.startsWith(`extFields[${index}].`),
            )
            .map(({ message }) => (
              <small key={message} className={styles.fault}>
                {message}
              </small>
            ))}
        </div>
      ))}
      <Button
        ref={addButton}
        icon={<PlusOutlined aria-hidden />}
        disabled={rows.length >= maxRows}
        onClick={() => {
          setAddedIndex(rows.length);
          set([...rows, { label: '', field: '' }]);
        }}
      >
        添加扩展信息
      </Button>
    </Card>
  );
}

function rowOf(label: string, source: string): ExtField {
  const value = source.slice(source.indexOf(':') + 1);
  return source.startsWith('fact:') ? { label, fact: value as OrderFact } : { label, field: value };
}
