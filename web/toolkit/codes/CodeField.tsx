import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import styles from './code-field.module.css';
import type { EditableCode } from './use-code.ts';
import { useShowCodes } from './use-show-codes.ts';

/**
 * Shows the code of a new entry in a collapsible section, for administrators who assign codes by an office
 * rule; otherwise the code is derived.
 */
export function CodeField(props: {
  id: string;
  /** Label; 编码 by default. */
  label?: string;
  code: Pick<EditableCode, 'value' | 'type'>;
  maxLength: number;
  problem?: string | undefined;
  /** Hint, if the code is not derived from the pinyin of the name. */
  hint?: string;
  onType?: (() => void) | undefined;
  onBlur?: () => void;
}) {
  const { id, label = '编码', code, problem } = props;
  const [open, setOpen] = useState(false);
  const [showsCodes] = useShowCodes();
  useEffect(() => {
    if (problem === undefined) return;
    setOpen(true);
    // Scrolls to the problem: in low windows the section is below the window's edge.
    const frame = requestAnimationFrame(() => document.getElementById(id)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [problem, id]);
  return (
    <details
      className={styles.fold}
      open={open}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>
        高级
        {showsCodes && code.value !== '' && (
          <span className={styles.shown}>
            {label} {code.value}
          </span>
        )}
      </summary>
      <Form layout="vertical" component={false}>
        <Form.Item
          label={label}
          htmlFor={id}
          validateStatus={problem === undefined ? '' : 'error'}
          help={problem}
          extra={props.hint ?? '按名称的拼音自动生成，可以改成本单位统一的编码；建立后不能修改，改名也不变。'}
        >
          <Input
            id={id}
            maxLength={props.maxLength}
            value={code.value}
            aria-invalid={problem === undefined ? undefined : true}
            onBlur={props.onBlur}
            onChange={({ target }) => {
              code.type(target.value);
              props.onType?.();
            }}
          />
        </Form.Item>
      </Form>
    </details>
  );
}

/** Shows the code of an existing entry in the same section, read-only. */
export function StoredCode({ code }: { code: string }) {
  return (
    <details className={styles.fold}>
      <summary>高级</summary>
      编码：{code}（建立后不能修改）
    </details>
  );
}
