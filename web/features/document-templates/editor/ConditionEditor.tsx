import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { conditionText, needsValue } from '#domain/forms/condition-text.ts';
import type { Condition } from '#domain/forms/model.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import {
  type ComparisonItem,
  type ConditionGroup,
  type ConditionItem,
  emptyValue,
  kindOfValue,
  operators,
  readCondition,
  writeCondition,
} from './condition-tree.ts';
import { labelOfFact, ownFactsOf, useEditorContext } from './editor-context.ts';
import styles from './template-form.module.css';

/**
 * The maximum depth of groups in the editor, beyond which a condition is unreadable; the server has a limit,
 * too.
 */
const maxDepth = 3;

/**
 * Edits the condition of a part, or of a button that makes the document: shown as a sentence, which expands
 * into rows of fact, operator and value.
 */
export function ConditionEditor(props: {
  /** Label of the condition, such as 显示条件. */
  label: string;
  /** The text shown if there is no condition. */
  textWithoutCondition?: string;
  value: Condition | undefined;
  onChange: (value: Condition | undefined) => void;
  listPath?: string | undefined;
}) {
  const { label, textWithoutCondition = '始终显示', value, onChange, listPath } = props;
  const { facts } = useEditorContext();
  const [isExpanded, setExpanded] = useState(false);
  // Incomplete rows are stored here, because the condition cannot contain them.
  const [group, setGroup] = useState(() => readCondition(value));
  const change = (next: ConditionGroup) => {
    setGroup(next);
    onChange(writeCondition(next));
  };
  const text = conditionText(value, (path) => labelOfFact(facts, path));
  return (
    <div className={styles.condition}>
      <span className={styles.sentence}>
        {label}：{text === '' ? textWithoutCondition : text}
        <Button
          type="link"
          size="small"
          aria-expanded={isExpanded}
          aria-label={`${isExpanded ? '收起' : '设置条件'}：${label}`}
          onClick={() => {
            if (!isExpanded) setGroup(readCondition(value));
            setExpanded(!isExpanded);
          }}
        >
          {isExpanded ? '收起' : '设置条件'}
        </Button>
      </span>
      {isExpanded && <Group group={group} onChange={change} listPath={listPath} depth={1} />}
    </div>
  );
}

interface PartProps<T> {
  listPath: string | undefined;
  onChange: (item: T) => void;
}

function Group(props: PartProps<ConditionGroup> & { group: ConditionGroup; depth: number }) {
  const { group, onChange, listPath, depth } = props;
  const { items } = group;
  const replace = (index: number, item: ConditionItem) =>
    onChange({ ...group, items: items.with(index, item) });
  const add = (item: ConditionItem) => onChange({ ...group, items: [...items, item] });
  const newComparison: ComparisonItem = { kind: 'comparison', not: false, field: '', is: 'exists' };
  return (
    <fieldset className={styles.group}>
      <legend>条件</legend>
      {items.length > 1 && (
        <Select
          aria-label="条件之间"
          size="small"
          value={`${group.not ? 'not-' : ''}${group.all ? 'all' : 'any'}`}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '满足任意一条' },
            { value: 'not-all', label: '不全部满足' },
            { value: 'not-any', label: '一条都不满足' },
          ]}
          popupMatchSelectWidth={false}
          onChange={(operator) =>
            onChange({ ...group, not: operator.startsWith('not-'), all: operator.endsWith('all') })
          }
        />
      )}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified only by their index
        <div key={index} className={styles.conditionRow}>
          {item.kind === 'comparison' ? (
            <Comparison item={item} listPath={listPath} onChange={(next) => replace(index, next)} />
          ) : (
            <Group
              group={item}
              listPath={listPath}
              depth={depth + 1}
              onChange={(change) => replace(index, change)}
            />
          )}
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除条件 ${index + 1}`}
            onClick={() => onChange({ ...group, items: items.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <span>
        <Button type="link" size="small" onClick={() => add(newComparison)}>
          添加条件
        </Button>
        {depth < maxDepth && items.length > 0 && (
          <Button
            type="link"
            size="small"
            onClick={() =>
              add({ kind: 'group', not: false, all: !group.all, items: [newComparison, newComparison] })
            }
          >
            添加一组条件
          </Button>
        )}
      </span>
    </fieldset>
  );
}

function Comparison({ item, onChange, listPath }: PartProps<ComparisonItem> & { item: ComparisonItem }) {
  const { facts } = useEditorContext();
  const options = [...ownFactsOf(facts, listPath), ...facts.values, ...facts.lists].map(
    ({ path, label }) => ({
      value: path,
      label,
    }),
  );
  const change = (next: Partial<ComparisonItem>) => {
    const newItem = { ...item, ...next };
    const isOtherKind = kindOfValue(newItem) !== kindOfValue(item) || item.value === undefined;
    onChange(isOtherKind && next.value === undefined ? { ...newItem, value: emptyValue(newItem) } : newItem);
  };
  return (
    <span className={styles.comparison}>
      {item.not && (
        <Button size="small" aria-label="去掉“不满足”" onClick={() => onChange({ ...item, not: false })}>
          不满足
        </Button>
      )}
      <NameSelect
        aria-label="事实"
        size="small"
        className={styles.fact}
        popupMatchSelectWidth={false}
        placeholder="请选择"
        value={item.field || null}
        options={options}
        onChange={(field) => change({ field: field ?? '' })}
      />
      <Select
        aria-label="比较"
        size="small"
        popupMatchSelectWidth={false}
        value={item.is}
        options={operators}
        onChange={(is) => change({ is })}
      />
      {needsValue(item.is) && <Value item={item} onChange={(value) => onChange({ ...item, value })} />}
    </span>
  );
}

function Value({ item, onChange }: { item: ComparisonItem; onChange: (value: unknown) => void }) {
  const texts = Array.isArray(item.value) ? item.value.map(String) : [];
  const kind = kindOfValue(item);
  switch (kind) {
    case 'number':
      return (
        <InputNumber
          aria-label="值"
          size="small"
          value={typeof item.value === 'number' ? item.value : null}
          onChange={(number) => onChange(number ?? 0)}
        />
      );
    case 'list':
      return (
        <Select
          aria-label="值"
          size="small"
          mode="tags"
          className={styles.fact}
          open={false}
          placeholder="逐个输入，按回车"
          value={texts}
          onChange={onChange}
        />
      );
    case 'span':
      return (
        <>
          <Input
            aria-label="不小于"
            size="small"
            value={texts[0] ?? ''}
            onChange={(event) => onChange([event.target.value, texts[1] ?? ''])}
          />
          至
          <Input
            aria-label="不大于"
            size="small"
            value={texts[1] ?? ''}
            onChange={(event) => onChange([texts[0] ?? '', event.target.value])}
          />
        </>
      );
    case 'text':
      return (
        <Input
          aria-label="值"
          size="small"
          className={styles.value ?? ''}
          maxLength={500}
          value={item.value === undefined ? '' : String(item.value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      throw new MissingCase(kind satisfies never);
  }
}
