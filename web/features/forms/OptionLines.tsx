import { Input } from 'antd';
import { useState } from 'react';
import { hasOptionTree } from '#domain/forms/editing.ts';
import { linesOfOptions, readOptions } from '#domain/forms/linkage-editing.ts';
import type { FieldModel, Option } from '#domain/forms/model.ts';
import styles from './forms.module.css';

/** Edits options of a field as lines of text. */
export function OptionLines(props: {
  id: string;
  label?: string;
  field: FieldModel;
  options: readonly Option[];
  onChange: (options: Option[]) => void;
}) {
  const { id, label, field, options, onChange } = props;
  const isTree = hasOptionTree(field);
  const [text, setText] = useState(() => linesOfOptions(field, options));
  return (
    <div>
      <Input.TextArea
        id={id}
        aria-label={label}
        rows={4}
        placeholder={isTree ? '每行一项，如\n食品\n  熟食\n  水果' : '每行一项，如\n早市\n夜市'}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(readOptions(field, target.value));
        }}
      />
      <small className={styles.quiet}>
        每行一项；{isTree && '下一级在行首空两格；'}存储的值与名称不同时写作“名称=值”
      </small>
    </div>
  );
}
