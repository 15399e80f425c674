import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import {
  type FormInterface,
  type OptionPart,
  optionPartLabel,
  type ResponseParam,
} from '#domain/forms/interface-model.ts';
import { formLimits } from '#domain/forms/limits.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { type InterfaceParamRow, InterfaceParamRows } from '#web/toolkit/definitions/InterfaceParamRows.tsx';
import { InterfaceRemark, InterfaceRequestFields } from '#web/toolkit/definitions/InterfaceRequestFields.tsx';
import gridStyles from '#web/toolkit/definitions/interface-fields.module.css';
import { interfacesOf } from './edited-form.ts';
import styles from './forms.module.css';

/** Edits the interfaces of other systems that the fields of a form use (S2 §3). */
export function FormInterfaces({
  model,
  onChange,
}: {
  model: FormModel;
  onChange: (model: FormModel) => void;
}) {
  const interfaces = interfacesOf(model);
  const [selectedId, setSelectedId] = useState<string>();
  const selected = interfaces.find(({ id }) => id === selectedId);
  const set = (next: readonly FormInterface[]) => {
    const { interfaces: _, ...others } = model.globalConfig;
    onChange({ ...model, globalConfig: next.length > 0 ? { ...others, interfaces: next } : others });
  };
  const add = () => {
    const added = newInterface(interfaces);
    set([...interfaces, added]);
    setSelectedId(added.id);
  };
  return (
    <section className={styles.interfaces} aria-labelledby="form-interfaces">
      <div className={styles.row}>
        <span className={styles.quiet} id="form-interfaces">
          接口
        </span>
        {interfaces.length > 0 && (
          <Select
            aria-label="接口"
            className={styles.short ?? ''}
            placeholder="选择接口"
            value={selected?.id ?? null}
            options={interfaces.map(({ id, title }) => ({ value: id, label: title || id }))}
            onChange={setSelectedId}
          />
        )}
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={interfaces.length >= formLimits.interfaces}
          onClick={add}
        >
          添加接口
        </Button>
        {selected && (
          <Button
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => {
              const remaining = interfaces.filter(({ id }) => id !== selected.id);
              set(remaining);
              setSelectedId(remaining[0]?.id);
            }}
          >
            删除接口
          </Button>
        )}
        {interfaces.length === 0 && <small>选项、默认值、输入提示和查询结果取自其他系统</small>}
      </div>
      {selected && (
        <InterfaceFields
          key={selected.id}
          model={model}
          value={selected}
          onChange={(next) => set(interfaces.map((each) => (each.id === selected.id ? next : each)))}
        />
      )}
    </section>
  );
}

function newInterface(interfaces: readonly FormInterface[]): FormInterface {
  let number = interfaces.length + 1;
  while (interfaces.some(({ id }) => id === `interface${number}`)) number += 1;
  return { id: `interface${number}`, title: `接口 ${number}`, targetUrl: '', method: 'GET' };
}

const parts = Object.entries(optionPartLabel).map(([value, label]) => ({ value: `part ${value}`, label }));

function InterfaceFields({
  model,
  value,
  onChange,
}: {
  model: FormModel;
  value: FormInterface;
  onChange: (value: FormInterface) => void;
}) {
  const set = (change: Partial<FormInterface>) => onChange({ ...value, ...change });
  const fields = model.schema.fields.flatMap(({ id, title, columns }) => [
    ...(columns ? [] : [{ value: `field ${id}`, label: `字段“${title || id}”` }]),
    ...(columns ?? []).map((column) => ({
      value: `field ${column.id}`,
      label: `“${title || id}”同行的“${column.title || column.id}”`,
    })),
  ]);
  return (
    <div className={gridStyles.interfaceGrid}>
      <label htmlFor="interface-title" data-required>
        接口名称
      </label>
      <Input
        id="interface-title"
        aria-required
        maxLength={50}
        value={value.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <InterfaceRequestFields value={value} onChange={onChange} fields={fields} allowsTyped />
      <span>结果</span>
      <div>
        <InterfaceParamRows
          label="结果"
          keyLabel="数据中的名称"
          sources={[...parts, ...fields]}
          rows={(value.responseParams ?? []).map(rowOfResponse)}
          onChange={(rows) => set({ responseParams: rows.map(responseOfRow) })}
        />
        <small className={styles.quiet}>
          选项默认取 value 和 label（或 key 和 label），名称不同时在此对应
        </small>
      </div>
      <InterfaceRemark value={value} onChange={onChange} />
    </div>
  );
}

function rowOfResponse(param: ResponseParam): InterfaceParamRow {
  return { key: param.key, source: 'field' in param ? `field ${param.field}` : `part ${param.part}` };
}

function responseOfRow({ key, source }: InterfaceParamRow): ResponseParam {
  return source.startsWith('part ')
    ? { key, part: source.replace(/^part /, '') as OptionPart }
    : { key, field: source.replace(/^field /, '') };
}
