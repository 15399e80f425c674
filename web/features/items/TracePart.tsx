import { Checkbox, Input, Radio } from 'antd';
import type { ItemExtras } from '#contract/item-settings.ts';
import { remoteTraceFields, traceFieldLabel } from '#domain/items/trace-source.ts';
import { PairRows } from '#web/toolkit/definitions/PairRows.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';

type Source = NonNullable<ItemExtras['traceSource']>;
const noSource: Source = { name: '', method: 'GET', url: '' };

/** Edits the external system that stores the trace of an item's orders, if the portal does not store it. */
export function TracePart({ settings, problems, onChange }: FieldsProps) {
  const source = settings.traceSource;
  const set = (change: Partial<Source>) => onChange({ traceSource: { ...(source ?? noSource), ...change } });
  const renderPairs = (name: 'headers' | 'params', label: string, hint: string) => (
    <ItemField wide id={`traceSource.${name}`} label={label} problems={problems} hint={hint}>
      <PairRows label={label} value={source?.[name] ?? {}} onChange={(value) => set({ [name]: value })} />
    </ItemField>
  );
  return (
    <Card id="item-part-trace" title="外部轨迹">
      <Checkbox
        id="item-traceSource"
        checked={source !== null}
        onChange={({ target }) => onChange({ traceSource: target.checked ? noSource : null })}
      >
        办理轨迹由其他系统提供
      </Checkbox>
      {source && (
        <div className={styles.fields}>
          <ItemField required id="traceSource.name" label="系统名称" problems={problems}>
            <Input
              id="item-traceSource.name"
              aria-required
              maxLength={50}
              value={source.name}
              onChange={({ target }) => set({ name: target.value })}
            />
          </ItemField>
          <ItemField id="traceSource.method" label="请求方式" problems={problems}>
            <Radio.Group
              aria-label="请求方式"
              options={['GET', 'POST']}
              value={source.method}
              onChange={({ target }) => set({ method: target.value as Source['method'] })}
            />
          </ItemField>
          <ItemField
            wide
            required
            id="traceSource.url"
            label="接口地址"
            problems={problems}
            hint="可写 {workorderCode} 等办件信息；地址须列入运维设置"
          >
            <Input
              id="item-traceSource.url"
              aria-required
              maxLength={1000}
              value={source.url}
              onChange={({ target }) => set({ url: target.value.trim() })}
            />
          </ItemField>
          {renderPairs('headers', '请求头', '可写 {token} 表示运维设置的口令')}
          {renderPairs('params', '参数', 'GET 写在地址后，POST 写在正文里')}
          <ItemField
            id="traceSource.rowsAt"
            label="轨迹位置"
            problems={problems}
            hint="应答中轨迹列表的位置，如 data.rows；不填时自动查找"
          >
            <Input
              id="item-traceSource.rowsAt"
              className={styles.short ?? ''}
              maxLength={400}
              value={source.rowsAt ?? ''}
              onChange={({ target }) => {
                const { rowsAt: _, ...rest } = source;
                const rowsAt = target.value.trim();
                onChange({ traceSource: rowsAt === '' ? rest : { ...rest, rowsAt } });
              }}
            />
          </ItemField>
          <ItemField
            wide
            id="traceSource.fields"
            label="字段对应"
            problems={problems}
            hint="对方的字段名称不同时填写，左边是本系统的字段"
          >
            <PairRows
              label="字段对应"
              names={remoteTraceFields.map((name) => ({ value: name, label: traceFieldLabel[name] }))}
              value={source.fields ?? {}}
              onChange={(fields) => set({ fields })}
            />
          </ItemField>
        </div>
      )}
    </Card>
  );
}
