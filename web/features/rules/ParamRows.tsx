import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ListedRule } from '#contract/rule-library.ts';
import { ValidationKind } from '#domain/enumerations/validation-kind.ts';
import { newParam, withParam } from '#domain/rules/editing.ts';
import { ruleLimits } from '#domain/rules/limits.ts';
import {
  type ConfiguredRule,
  ParamSource,
  type ParamType,
  paramSourceLabel,
  paramTypeLabel,
  type RuleParam,
} from '#domain/rules/model.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import styles from './rules.module.css';

const types = Object.entries(paramTypeLabel).map(([value, label]) => ({ value: value as ParamType, label }));

interface ParamsProps {
  rule: ConfiguredRule;
  rules: readonly ListedRule[];
  onChange: (rule: ConfiguredRule) => void;
}

/** Edits the parameters of a rule: their names and keys, their types, and where their values come from. */
export function ParamRows({ rule, rules, onChange }: ParamsProps) {
  const { ruleParams } = rule;
  return (
    <Card title="参数">
      {ruleParams.length > 0 && (
        <div className={styles.heads} aria-hidden>
          <span>名称</span>
          <span>dataKey</span>
          <span>类型</span>
          <span>值从哪来</span>
        </div>
      )}
      <ul className={styles.rows} aria-label="参数">
        {ruleParams.map((param, index) => (
          <ParamRow
            // biome-ignore lint/suspicious/noArrayIndexKey: keys of parameters change while they are typed
            key={index}
            param={param}
            index={index}
            kind={rule.ruleBase.kind}
            rules={rules}
            onChange={(change) => onChange(withParam(rule, index, change))}
            onRemove={() => onChange({ ...rule, ruleParams: ruleParams.toSpliced(index, 1) })}
          />
        ))}
      </ul>
      <Button
        id="ruleParams"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={ruleParams.length >= ruleLimits.params}
        onClick={() => onChange({ ...rule, ruleParams: [...ruleParams, newParam(rule)] })}
      >
        添加参数
      </Button>
    </Card>
  );
}

function ParamRow(props: {
  param: RuleParam;
  index: number;
  kind: ValidationKind;
  rules: readonly ListedRule[];
  onChange: (change: Partial<RuleParam>) => void;
  onRemove: () => void;
}) {
  const { param, index, kind, rules, onChange, onRemove } = props;
  const { name, dataKey, paramType, source, value, elementId, paramId } = param;
  const title = `参数 ${index + 1}`;
  const id = `ruleParams.${index}`;
  const sources =
    kind === ValidationKind.element
      ? [ParamSource.fixed]
      : Object.values(ParamSource).filter(
          // A source that the kind does not have is shown where it is chosen, to be replaced.
          (code) => code !== ParamSource.answer || kind === ValidationKind.interface || code === source,
        );
  const elements = rules.filter(({ kind }) => kind === ValidationKind.element);
  const elementParams = elements.flatMap((element) =>
    element.params.map((entry) => ({
      value: `${element.code}.${entry.dataKey}`,
      label: `${element.name}：${entry.name}`,
    })),
  );
  return (
    <li>
      <div className={styles.columns}>
        <Input
          id={`${id}.name`}
          aria-label={`${title} 的名称`}
          placeholder="名称，如“场所面积”"
          maxLength={ruleLimits.nameLength}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Input
          id={`${id}.dataKey`}
          aria-label={`${title} 的 dataKey`}
          placeholder="传值时用的名称"
          maxLength={ruleLimits.keyLength}
          value={dataKey}
          onChange={({ target }) => onChange({ dataKey: target.value.trim() })}
        />
        <Select
          id={`${id}.paramType`}
          aria-label={`${title} 的类型`}
          value={paramType}
          options={types}
          onChange={(next) => onChange({ paramType: next })}
        />
        <Select
          id={`${id}.source`}
          aria-label={`${title} 的值从哪来`}
          value={source}
          options={sources.map((code) => ({ value: code, label: paramSourceLabel[code] }))}
          onChange={(next) => onChange({ source: next })}
        />
        {source === ParamSource.fixed && (
          <Input
            id={`${id}.value`}
            aria-label={`${title} 的固定值`}
            placeholder="固定值"
            maxLength={ruleLimits.valueLength}
            value={value}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        )}
        {source === ParamSource.answer && (
          <Input
            id={`${id}.value`}
            aria-label={`${title} 在应答中的名称`}
            placeholder="在应答数据中的名称，如 detail.status；不填即数据本身"
            maxLength={ruleLimits.valueLength}
            value={value}
            onChange={({ target }) => onChange({ value: target.value.trim() })}
          />
        )}
        {source === ParamSource.element && (
          <Select
            id={`${id}.elementId`}
            aria-label={`${title} 的要素`}
            placeholder="选择要素的参数"
            notFoundContent="还没有已发布的要素"
            value={elementId === '' ? undefined : `${elementId}.${paramId}`}
            options={elementParams}
            onChange={(next) => {
              const [nextElement = '', nextParam = ''] = next.split('.');
              const element = elements.find(({ code }) => code === nextElement);
              const target = element?.params.find((entry) => entry.dataKey === nextParam);
              onChange({
                elementId: nextElement,
                paramId: nextParam,
                ...(target && { paramType: target.paramType }),
              });
            }}
          />
        )}
      </div>
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`删除${name.trim() === '' ? title : `参数 ${name}`}`}
        onClick={onRemove}
      />
    </li>
  );
}
