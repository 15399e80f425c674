import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { InterfaceUse } from '#domain/forms/field-interfaces.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import { fillFields, valuesToFill } from './fill-fields.ts';
import { missingText, QueryLine } from './QueryLine.tsx';
import styles from './query-line.module.css';
import { useLatestQuery } from './use-latest-query.ts';
import { useParameters } from './use-parameters.ts';

/** Pause after the last change of a parameter before the interface is asked, in milliseconds. */
const pauseMs = 500;

/** Shows a field with the button 查询, whose answer fills other fields (S2 §7). */
export function QueryField({
  use,
  isAutomatic,
  children,
  ...props
}: Pick<FieldEditorProps, 'field' | 'store' | 'path' | 'disabled'> & {
  use: InterfaceUse;
  /** True if a change of the parameters asks, too. */
  isAutomatic: boolean;
  children: ReactNode;
}) {
  const { field, store, path, disabled } = props;
  const parameters = useParameters(store, path, use);
  const query = useLatestQuery();
  const [line, setLine] = useState<{ text?: string; fault?: string }>({});
  const [isRunning, setIsRunning] = useState(false);
  const isMissing = parameters.missing.length > 0;

  const run = async () => {
    if (isMissing) return setLine({ text: missingText(parameters.missing) });
    const before = valuesToFill(store, path, use);
    setIsRunning(true);
    setLine({});
    const outcome = await query.ask({ path, field, use: 'query', parameters: parameters.values });
    if (outcome === undefined) return;
    setIsRunning(false);
    if ('fault' in outcome) return setLine({ fault: outcome.fault });
    const texts = outcome.fills ?? {};
    const filled = fillFields(store, path, texts, before);
    if (filled.length > 0) setLine({ text: `已填入：${filled.join('、')}` });
    else setLine({ text: Object.keys(texts).length > 0 ? '已填写的内容没有改动' : '没有查到内容' });
  };
  const lastKey = useRef(parameters.key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a change of the parameters only
  useEffect(() => {
    if (lastKey.current === parameters.key) return;
    lastKey.current = parameters.key;
    // The answer for other parameters no longer belongs here.
    query.cancel();
    setIsRunning(false);
    setLine({});
    if (!isAutomatic || isMissing || disabled) return;
    const timer = setTimeout(() => void run(), pauseMs);
    return () => clearTimeout(timer);
  }, [parameters.key]);

  return (
    <>
      <div className={styles.withButton}>
        <div>{children}</div>
        <Button
          aria-label={`查询${field.title}`}
          disabled={disabled}
          loading={isRunning}
          onClick={() => void run()}
        >
          查询
        </Button>
      </div>
      <QueryLine {...line} title={field.title} onRetry={() => void run()} />
    </>
  );
}
