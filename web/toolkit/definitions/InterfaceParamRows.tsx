import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useRef } from 'react';
import { interfaceLimits } from '#domain/interfaces/limits.ts';
import { NameSelect } from '../choices/NameSelect.tsx';
import styles from './interface-fields.module.css';

export interface InterfaceParamRow {
  key: string;
  source: string;
  text?: string;
}

/** Edits the parameters of an interface: a name, where its value comes from or goes to, and a fixed value. */
export function InterfaceParamRows({
  label,
  keyLabel,
  sources,
  rows,
  onChange,
}: {
  label: string;
  keyLabel: string;
  sources: readonly { value: string; label: string }[];
  rows: readonly InterfaceParamRow[];
  onChange: (rows: readonly InterfaceParamRow[]) => void;
}) {
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (changedIndex: number, part: Partial<InterfaceParamRow>) =>
    onChange(rows.map((row, index) => (index === changedIndex ? { ...row, ...part } : row)));
  return (
    <div>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified only by its index
        <div key={index} className={styles.param}>
          <Input
            aria-label={`${label}第 ${index + 1} 行的${keyLabel}`}
            maxLength={60}
            placeholder={keyLabel}
            value={row.key}
            onChange={({ target }) => change(index, { key: target.value.trim() })}
          />
          <NameSelect
            aria-label={`${label}第 ${index + 1} 行的对应`}
            value={row.source}
            options={sources}
            onChange={(source: string) => change(index, { source })}
          />
          {row.source === 'value' && (
            <Input
              aria-label={`${label}第 ${index + 1} 行的固定值`}
              maxLength={interfaceLimits.paramLength}
              placeholder="固定值"
              value={row.text ?? ''}
              onChange={({ target }) => change(index, { text: target.value })}
            />
          )}
          <Button
            aria-label={`删除${label}第 ${index + 1} 行`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => {
              onChange(rows.filter((_row, other) => other !== index));
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
        disabled={rows.length >= interfaceLimits.params}
        onClick={() => onChange([...rows, { key: '', source: sources[0]?.value ?? '' }])}
      >
        添加一行
      </Button>
    </div>
  );
}
