import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { NameSelect } from '../choices/NameSelect.tsx';
import styles from './pair-rows.module.css';

/** Edits names with their values, one per row. Rows without a name are not sent; of equal names only the last is. */
export function PairRows(props: {
  label: string;
  /** Names to choose from, each with its permitted values; if missing, any name and value is allowed. */
  names?: readonly { value: string; label: string; choices?: readonly { value: string; label: string }[] }[];
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
}) {
  const { label, names } = props;
  const [rows, setRows] = useState<readonly (readonly [string, string])[]>(() => Object.entries(props.value));
  /** Index of the row that was just added; its field gets the focus. */
  const [addedIndex, setAddedIndex] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const set = (next: readonly (readonly [string, string])[]) => {
    setRows(next);
    props.onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  const change = (changedIndex: number, pair: readonly [string, string]) =>
    set(rows.map((row, index) => (index === changedIndex ? pair : row)));
  const choicesOf = (name: string) => names?.find(({ value }) => value === name)?.choices ?? [];
  return (
    <div>
      {rows.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its index
        <div key={index} className={styles.pair}>
          {names ? (
            <NameSelect
              aria-label={`${label}第 ${index + 1} 行的名称`}
              autoFocus={addedIndex === index}
              placeholder="名称"
              value={name || null}
              options={names.map((each) => ({ value: each.value, label: each.label }))}
              // A name with choices accepts only these, so a value typed for another name is cleared.
              onChange={(next: string) => change(index, [next, choicesOf(next).length > 0 ? '' : value])}
            />
          ) : (
            <Input
              aria-label={`${label}第 ${index + 1} 行的名称`}
              autoFocus={addedIndex === index}
              maxLength={60}
              placeholder="名称"
              value={name}
              onChange={({ target }) => change(index, [target.value.trim(), value])}
            />
          )}
          {choicesOf(name).length > 0 ? (
            <Select
              aria-label={`${label}第 ${index + 1} 行的内容`}
              placeholder="请选择"
              value={value || null}
              options={[...choicesOf(name)]}
              onChange={(next: string) => change(index, [name, next])}
            />
          ) : (
            <Input
              aria-label={`${label}第 ${index + 1} 行的内容`}
              maxLength={500}
              placeholder="内容"
              value={value}
              onChange={({ target }) => change(index, [name, target.value])}
            />
          )}
          <Button
            aria-label={`删除${label}第 ${index + 1} 行`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => {
              set(rows.filter((_row, other) => other !== index));
              // The pressed button disappeared with its row.
              addButton.current?.focus();
            }}
          />
        </div>
      ))}
      <Button
        ref={addButton}
        size="small"
        icon={<PlusOutlined aria-hidden />}
        aria-label={`添加一行：${label}`}
        onClick={() => {
          setAddedIndex(rows.length);
          set([...rows, ['', '']]);
        }}
      >
        添加一行
      </Button>
    </div>
  );
}
