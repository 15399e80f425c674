import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { formInterfaces } from '#contract/form-interfaces.ts';
import type { InterfaceUseName } from '#domain/forms/field-interfaces.ts';
import { interfaceMembers } from '#domain/forms/field-interfaces.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { placedOptions } from '#domain/forms/option-tree.ts';
import { isCallError } from '#web/api/call-error.ts';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import { interfacesOf, tryInterface } from './edited-form.ts';
import styles from './forms.module.css';
import { previewModel } from './preview-model.ts';

type Result = Partial<OutputOf<typeof formInterfaces.try>> & { fault: string };

/** Asks the interface of a field with typed parameters, and shows the answer and the result (试查). */
export function TryInterface({
  field,
  use,
  form,
  isColumn,
}: {
  field: FieldModel;
  use: InterfaceUseName;
  form: FormModel;
  isColumn: boolean;
}) {
  const inputId = useId();
  const [isOpen, setOpen] = useState(false);
  const [parameters, setParameters] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const [result, setResult] = useState<Result>();
  const [isRunning, setRunning] = useState(false);
  const definition = interfacesOf(form).find(({ id }) => id === field[interfaceMembers[use]]);
  if (definition === undefined) return null;
  const table = isColumn ? form.schema.fields.find(({ columns }) => columns?.includes(field)) : undefined;
  const known = new Map(
    [...form.schema.fields, ...(table?.columns ?? [])].map((each) => [each.id, each.title]),
  );
  const reads = (definition.requestParams ?? []).flatMap((param) => ('field' in param ? [param.field] : []));
  const run = async () => {
    const { previewable } = previewModel(form);
    if (previewable === undefined) return setResult({ fault: '请先按预览上方的提示补全表单' });
    setRunning(true);
    const path = table ? `${table.id}[].${field.id}` : field.id;
    try {
      setResult(await tryInterface(previewable, { field: path, use, parameters, text }));
    } catch (error) {
      setResult({ fault: isCallError(error) ? error.message : '查询没有成功' });
    }
    setRunning(false);
  };
  if (!isOpen) {
    return (
      <Button size="small" aria-label={`试查：${definition.title}`} onClick={() => setOpen(true)}>
        试查
      </Button>
    );
  }
  return (
    <div className={styles.trial}>
      {[...new Set(reads)].map((id) => (
        <div key={id} className={styles.tried}>
          <label htmlFor={`${inputId}-${id}`}>{known.get(id) ?? id}</label>
          <Input
            id={`${inputId}-${id}`}
            maxLength={500}
            value={parameters[id] ?? ''}
            onChange={({ target }) => setParameters({ ...parameters, [id]: target.value })}
          />
        </div>
      ))}
      {use === 'complete' && (
        <div className={styles.tried}>
          <label htmlFor={`${inputId}-typed`}>正在输入的文字</label>
          <Input
            id={`${inputId}-typed`}
            maxLength={500}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      <Button loading={isRunning} onClick={() => void run()}>
        查询
      </Button>
      {result && (
        <div role="status">
          {result.fault !== '' && <p className={styles.fault}>查询异常：{result.fault}</p>}
          {result.options && (
            <p>
              选项 {placedOptions(result.options).length} 个：
              {placedOptions(result.options)
                .slice(0, 20)
                .map(({ option }) => option.label)
                .join('、')}
            </p>
          )}
          {result.fills && (
            <p>
              {Object.keys(result.fills).length === 0 && '没有查到内容'}
              {Object.entries(result.fills)
                .map(([id, value]) => `${known.get(id) ?? id}：${value}`)
                .join('；')}
            </p>
          )}
          {result.answer && (
            <ScrollRegion label="接口的应答" className={styles.answer}>
              <pre>{result.answer}</pre>
            </ScrollRegion>
          )}
        </div>
      )}
    </div>
  );
}
