import { Input, Radio } from 'antd';
import { interfaceLimits } from '#domain/interfaces/limits.ts';
import type { OutboundInterface, RequestParam } from '#domain/interfaces/outbound-interface.ts';
import { type InterfaceParamRow, InterfaceParamRows } from './InterfaceParamRows.tsx';
import styles from './interface-fields.module.css';
import { PairRows } from './PairRows.tsx';

const typedSource = 'typed';

/**
 * Edits how an interface of another system is asked (S2 §3): address, method, headers, parameters and the place of
 * the data. Rows of a grid of two columns (`interfaceGrid`); ids begin with `interface.`.
 */
export function InterfaceRequestFields<Interface extends OutboundInterface>(props: {
  value: Interface;
  onChange: (value: Interface) => void;
  /** Fields or parameters from which the values of the request come. */
  fields: readonly { value: string; label: string }[];
  /** True if the text that is being typed may be a parameter. */
  allowsTyped?: boolean;
}) {
  const { value, onChange, fields, allowsTyped = false } = props;
  const set = (change: Partial<OutboundInterface>) => onChange({ ...value, ...change });
  return (
    <>
      <label htmlFor="interface.targetUrl" data-required>
        接口地址
      </label>
      <div>
        <Input
          id="interface.targetUrl"
          aria-required
          maxLength={interfaceLimits.urlLength}
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
        onChange={({ target }) => set({ method: target.value as OutboundInterface['method'] })}
      />
      <span>请求头</span>
      <div id="interface.headers" tabIndex={-1}>
        <PairRows label="请求头" value={value.headers ?? {}} onChange={(headers) => set({ headers })} />
        <small className={styles.quiet}>内容可写 {'{token}'}，表示运维设置的密钥</small>
      </div>
      <span>请求参数</span>
      <div id="interface.requestParams" tabIndex={-1}>
        <InterfaceParamRows
          label="请求参数"
          keyLabel="参数名"
          sources={[
            { value: 'value', label: '固定值' },
            ...(allowsTyped ? [{ value: typedSource, label: '正在输入的文字' }] : []),
            ...fields,
          ]}
          rows={(value.requestParams ?? []).map(rowOfRequest)}
          onChange={(rows) => set({ requestParams: rows.map(requestOfRow) })}
        />
      </div>
      <label htmlFor="interface.dataKey">数据位置</label>
      <div>
        <Input
          id="interface.dataKey"
          className={styles.short ?? ''}
          maxLength={400}
          placeholder="data"
          value={value.dataKey ?? ''}
          onChange={({ target }) => {
            const { dataKey: _, ...others } = value;
            const dataKey = target.value.trim();
            onChange((dataKey === '' ? others : { ...others, dataKey }) as Interface);
          }}
        />
        <small className={styles.quiet}>应答中数据的位置，如 data.rows；应答的 errcode 须为 0</small>
      </div>
    </>
  );
}

/** Edits the note about the parameters of an interface. */
export function InterfaceRemark<Interface extends OutboundInterface>(props: {
  value: Interface;
  onChange: (value: Interface) => void;
}) {
  const { value, onChange } = props;
  return (
    <>
      <label htmlFor="interface.paramRemark">参数说明</label>
      <Input.TextArea
        id="interface.paramRemark"
        autoSize
        maxLength={interfaceLimits.remarkLength}
        value={value.paramRemark ?? ''}
        onChange={({ target }) => {
          const { paramRemark: _, ...others } = value;
          onChange((target.value === '' ? others : { ...others, paramRemark: target.value }) as Interface);
        }}
      />
    </>
  );
}

function rowOfRequest(param: RequestParam): InterfaceParamRow {
  if ('field' in param) return { key: param.key, source: `field ${param.field}` };
  return 'typed' in param
    ? { key: param.key, source: typedSource }
    : { key: param.key, source: 'value', text: param.value };
}

function requestOfRow({ key, source, text = '' }: InterfaceParamRow): RequestParam {
  if (source === typedSource) return { key, typed: true };
  return source === 'value' ? { key, value: text } : { key, field: source.replace(/^field /, '') };
}
