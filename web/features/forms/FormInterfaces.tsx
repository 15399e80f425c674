import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import {
  type FormInterface,
  type OptionPart,
  optionPartLabel,
  type RequestParam,
  type ResponseParam,
} from '#domain/forms/interface-model.ts';
import { formLimits } from '#domain/forms/limits.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { PairRows } from '#web/toolkit/definitions/PairRows.tsx';
import { interfacesOf } from './edited-form.ts';
import styles from './forms.module.css';
import { ParamRows } from './ParamRows.tsx';

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

const typedSource = 'typed';
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
    <div className={styles.interfaceFields}>
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
      <label htmlFor="interface-url" data-required>
        接口地址
      </label>
      <div>
        <Input
          id="interface-url"
          aria-required
          maxLength={2000}
          placeholder="https://"
          value={value.targetUrl}
          onChange={({ target }) => set({ targetUrl: target.value.trim() })}
        />
        <small className={styles.quiet}>由服务器调用，填写人看不到地址；所在系统须由运维人员允许</small>
      </div>
      <span>请求方式</span>
      <Radio.Group
        aria-label="请求方式"
        options={['GET', 'POST']}
        value={value.method}
        onChange={({ target }) => set({ method: target.value as FormInterface['method'] })}
      />
      <span>请求头</span>
      <div>
        <PairRows label="请求头" value={value.headers ?? {}} onChange={(headers) => set({ headers })} />
        <small className={styles.quiet}>内容可写 {'{token}'}，表示运维设置的密钥</small>
      </div>
      <span>请求参数</span>
      <ParamRows
        label="请求参数"
        keyLabel="参数名"
        sources={[
          { value: 'value', label: '固定值' },
          { value: typedSource, label: '正在输入的文字' },
          ...fields,
        ]}
        rows={(value.requestParams ?? []).map(rowOfRequest)}
        onChange={(rows) => set({ requestParams: rows.map(requestOfRow) })}
      />
      <label htmlFor="interface-dataKey">数据位置</label>
      <div>
        <Input
          id="interface-dataKey"
          className={styles.short ?? ''}
          maxLength={400}
          placeholder="data"
          value={value.dataKey ?? ''}
          onChange={({ target }) => {
            const { dataKey: _, ...others } = value;
            const dataKey = target.value.trim();
            onChange(dataKey === '' ? others : { ...others, dataKey });
          }}
        />
        <small className={styles.quiet}>应答中数据的位置，如 data.rows；应答的 errcode 须为 0</small>
      </div>
      <span>结果</span>
      <div>
        <ParamRows
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
      <label htmlFor="interface-remark">参数说明</label>
      <Input.TextArea
        id="interface-remark"
        autoSize
        maxLength={formLimits.helpLength}
        value={value.paramRemark ?? ''}
        onChange={({ target }) => {
          const { paramRemark: _, ...others } = value;
          onChange(target.value === '' ? others : { ...others, paramRemark: target.value });
        }}
      />
    </div>
  );
}

/** A row of the list: a key, its source or target, and the text of a fixed value. */
interface Row {
  key: string;
  source: string;
  text?: string;
}

function rowOfRequest(param: RequestParam): Row {
  if ('field' in param) return { key: param.key, source: `field ${param.field}` };
  return 'typed' in param
    ? { key: param.key, source: typedSource }
    : { key: param.key, source: 'value', text: param.value };
}

function requestOfRow({ key, source, text = '' }: Row): RequestParam {
  if (source === typedSource) return { key, typed: true };
  return source === 'value' ? { key, value: text } : { key, field: source.replace(/^field /, '') };
}

function rowOfResponse(param: ResponseParam): Row {
  return { key: param.key, source: 'field' in param ? `field ${param.field}` : `part ${param.part}` };
}

function responseOfRow({ key, source }: Row): ResponseParam {
  return source.startsWith('part ')
    ? { key, part: source.replace(/^part /, '') as OptionPart }
    : { key, field: source.replace(/^field /, '') };
}
