import { PlusOutlined } from '@ant-design/icons';
import { Button, Input, Radio, Select } from 'antd';
import type { ListedRule } from '#contract/rule-library.ts';
import { codeOptions } from '#domain/enumerations/code-list.ts';
import { RuleOperator, ruleOperatorLabel } from '#domain/enumerations/rule-operator.ts';
import { ValidationKind } from '#domain/enumerations/validation-kind.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { newCondition, withCondition } from '#domain/rules/editing.ts';
import { ruleLimits, scriptTimeLimitMs } from '#domain/rules/limits.ts';
import { type ConfiguredRule, hasConditions, isScriptKind } from '#domain/rules/model.ts';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { ParamRows } from './ParamRows.tsx';
import { RuleInterface } from './RuleInterface.tsx';
import styles from './rules.module.css';

interface PartProps {
  rule: ConfiguredRule;
  /** All published rules. */
  rules: readonly ListedRule[];
  onChange: (rule: ConfiguredRule) => void;
}

/** Edits what a rule checks: its parameters, and its conditions, interface, script or steps. */
export function RuleContent(props: PartProps) {
  const { kind } = props.rule.ruleBase;
  return (
    <>
      {kind !== ValidationKind.serviceOrchestration && <ParamRows {...props} />}
      {kind === ValidationKind.interface && <RuleInterface {...props} />}
      {hasConditions(kind) && <ConditionRows {...props} />}
      {isScriptKind(kind) && <ScriptPart {...props} />}
      {kind === ValidationKind.serviceOrchestration && <StepRows {...props} />}
    </>
  );
}

/** Value of the option that means a fixed value. */
const fixed = '';

const operators = codeOptions(RuleOperator, ruleOperatorLabel).map(({ value, label }) => ({
  value,
  label: `${label} ${value}`,
}));

function ConditionRows({ rule, onChange }: PartProps) {
  const { ruleConditions, ruleParams, match } = rule;
  const params = ruleParams.map(({ dataKey, name }) => ({ value: dataKey, label: name.trim() || dataKey }));
  const isKnown = (key: string) => params.some(({ value }) => value === key);
  /** An unknown parameter is shown by its key, to be replaced. */
  const withUnknown = (key: string) =>
    key === '' || isKnown(key) ? params : [...params, { value: key, label: `${key}（不存在）` }];
  return (
    <Card
      title="条件"
      extra={
        <Radio.Group
          aria-label="条件之间"
          value={match}
          onChange={({ target }) => onChange({ ...rule, match: target.value as 'all' | 'any' })}
        >
          <Radio value="all">都满足</Radio>
          <Radio value="any">满足一个</Radio>
        </Radio.Group>
      }
    >
      <ol className={styles.rows} aria-label="条件">
        {ruleConditions.map(({ dataKey, operator, compareValueKey, compareValue }, index) => {
          const name = `条件 ${index + 1}`;
          const id = `ruleConditions.${index}`;
          const set = (change: Parameters<typeof withCondition>[2]) =>
            onChange(withCondition(rule, index, change));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified only by their place
            <li key={index}>
              <span className={styles.number} aria-hidden>
                {index + 1}
              </span>
              <div className={styles.columns}>
                <Select
                  id={`${id}.dataKey`}
                  aria-label={`${name} 的参数`}
                  placeholder="选择参数"
                  value={dataKey || undefined}
                  options={withUnknown(dataKey)}
                  onChange={(next) => set({ dataKey: next })}
                />
                <Select
                  id={`${id}.operator`}
                  aria-label={`${name} 的比较`}
                  value={operator}
                  options={operators}
                  onChange={(next) => set({ operator: next })}
                />
                <Select
                  id={`${id}.compareValueKey`}
                  aria-label={`${name} 与什么比较`}
                  value={compareValueKey}
                  options={[{ value: fixed, label: '固定值' }, ...withUnknown(compareValueKey)]}
                  onChange={(next) => set({ compareValueKey: next })}
                />
                {compareValueKey === fixed && (
                  <Input
                    id={`${id}.compareValue`}
                    aria-label={`${name} 的固定值`}
                    placeholder="固定值"
                    maxLength={ruleLimits.valueLength}
                    value={compareValue}
                    onChange={({ target }) => set({ compareValue: target.value })}
                  />
                )}
              </div>
              <RowMoveButtons
                name={name}
                mayBeEmpty
                index={index}
                count={ruleConditions.length}
                className={styles.moves}
                onMove={(to) => onChange({ ...rule, ruleConditions: moveItem(ruleConditions, index, to) })}
                onRemove={() => onChange({ ...rule, ruleConditions: ruleConditions.toSpliced(index, 1) })}
              />
            </li>
          );
        })}
      </ol>
      <Button
        id="ruleConditions"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={ruleConditions.length >= ruleLimits.conditions}
        onClick={() => onChange({ ...rule, ruleConditions: [...ruleConditions, newCondition(rule)] })}
      >
        添加条件
      </Button>
    </Card>
  );
}

function ScriptPart({ rule, onChange }: PartProps) {
  return (
    <Card title="脚本">
      <label className={styles.hidden} htmlFor="script">
        脚本
      </label>
      <Input.TextArea
        id="script"
        aria-describedby="script-help"
        className={styles.script ?? ''}
        rows={12}
        spellCheck={false}
        maxLength={ruleLimits.scriptLength}
        value={rule.script}
        onChange={({ target }) => onChange({ ...rule, script: target.value })}
      />
      <p id="script-help" className={styles.quiet}>
        参数的值在 values 中，如 <code>return values.area &gt;= 24</code>。返回 true 或 false，也可以返回含
        result、tipContext（提示）和 values（生成的值）的对象。脚本在服务器上单独运行，不能访问网络和数据，
        {scriptTimeLimitMs} 毫秒内没有结束即按不满足处理。
      </p>
    </Card>
  );
}

function StepRows({ rule, rules, onChange }: PartProps) {
  const { steps, ruleBase } = rule;
  const options = rules
    .filter(({ code, kind }) => code !== ruleBase.id && kind !== ValidationKind.element)
    .map(({ code, name }) => ({ value: code, label: name }));
  const optionsFor = (step: string) =>
    step === '' || options.some(({ value }) => value === step)
      ? options
      : [...options, { value: step, label: `${step}（不存在）` }];
  return (
    <Card title="步骤">
      <p className={styles.quiet}>
        按顺序校验已发布的规则（包括调用接口的规则），有一步不满足就停下，显示那一步的提示。
      </p>
      <ol className={styles.rows} aria-label="步骤">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified only by their place
          <li key={index}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <div className={styles.columns}>
              <Select
                id={`steps.${index}`}
                aria-label={`步骤 ${index + 1} 的规则`}
                placeholder="选择规则"
                showSearch={{ optionFilterProp: 'label' }}
                value={step || undefined}
                options={optionsFor(step)}
                onChange={(next) => onChange({ ...rule, steps: steps.with(index, next) })}
              />
            </div>
            <RowMoveButtons
              name={`步骤 ${index + 1}`}
              mayBeEmpty
              index={index}
              count={steps.length}
              className={styles.moves}
              onMove={(to) => onChange({ ...rule, steps: moveItem(steps, index, to) })}
              onRemove={() => onChange({ ...rule, steps: steps.toSpliced(index, 1) })}
            />
          </li>
        ))}
      </ol>
      <Button
        id="steps"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={steps.length >= ruleLimits.steps}
        onClick={() => onChange({ ...rule, steps: [...steps, ''] })}
      >
        添加步骤
      </Button>
    </Card>
  );
}
