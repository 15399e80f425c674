import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { formLimits } from '#domain/forms/limits.ts';
import {
  depthOf,
  fieldsForConditions,
  newComparison,
  operatorsFor,
  withOperator,
} from '#domain/forms/linkage-editing.ts';
import { type FieldPlace, scopeOfPlace } from '#domain/forms/linkage-references.ts';
import { type Comparison, type Condition, type FieldModel, operatorLabel } from '#domain/forms/model.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { ComparedValue } from './ComparedValue.tsx';
import { combinedCondition, groupOf } from './condition-groups.ts';
import styles from './linkage.module.css';

/** The field that has the rule, and its place, which decides the fields that a condition may name. */
export interface RuledField {
  field: FieldModel;
  place: FieldPlace;
}

interface ConditionProps extends RuledField {
  condition: Condition;
  /** Levels of combinations around the condition. */
  depth?: number;
  onChange: (condition: Condition) => void;
}

const joins = [
  { value: 'and', label: '全部满足' },
  { value: 'or', label: '满足任意一条' },
  { value: 'not-and', label: '不全部满足' },
  { value: 'not-or', label: '一条都不满足' },
];

/** Edits a condition: comparisons, and groups of them of which all, any or none must hold. */
export function ConditionFields({ condition, depth = 0, onChange, ...ruled }: ConditionProps) {
  const group = groupOf(condition);
  const { parts } = group;
  const set = (change: Partial<typeof group>) => onChange(combinedCondition({ ...group, ...change }));
  const levels = depth + (group.not ? 1 : 0);
  const depthOfParts = group.isGroup ? levels + 1 : levels;
  const allows = (added: number) => levels + 1 + added <= formLimits.conditionDepth;
  return (
    <fieldset className={styles.group}>
      <legend>{depth === 0 ? '条件' : '一组条件'}</legend>
      {(parts.length > 1 || group.not) && (
        <Select
          aria-label="条件之间"
          value={`${group.not ? 'not-' : ''}${group.join}`}
          options={joins.map((each) => ({
            ...each,
            disabled:
              each.value.startsWith('not-') &&
              !group.not &&
              levels + 1 + depthOf(condition) > formLimits.conditionDepth,
          }))}
          popupMatchSelectWidth={false}
          onChange={(join) =>
            set({ not: join.startsWith('not-'), join: join.endsWith('and') ? 'and' : 'or' })
          }
        />
      )}
      {parts.map((part, index) => {
        const change = (next: Condition) => set({ parts: parts.with(index, next) });
        const isGroup = groupOf(part).isGroup;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified only by their index
          <div key={`${index} of ${parts.length}`} className={styles.condition}>
            {isGroup ? (
              <ConditionFields {...ruled} condition={part} depth={levels + 1} onChange={change} />
            ) : (
              <ComparisonFields
                {...ruled}
                condition={part}
                mayNegate={depthOfParts + 2 <= formLimits.conditionDepth}
                name={`条件 ${index + 1}`}
                onChange={change}
              />
            )}
            {(parts.length > 1 || depth > 0) && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除${isGroup ? '一组条件' : '条件'} ${index + 1}`}
                disabled={parts.length === 1}
                onClick={() => set({ parts: parts.toSpliced(index, 1) })}
              />
            )}
          </div>
        );
      })}
      <span className={styles.adding}>
        <Button
          size="small"
          disabled={!allows(1)}
          onClick={() => set({ parts: [...parts, newComparison()] })}
        >
          添加条件
        </Button>
        <Button
          size="small"
          disabled={!allows(2)}
          onClick={() => {
            const join = group.join === 'and' ? 'or' : 'and';
            const added = { [join]: [newComparison(), newComparison()] } as unknown as Condition;
            set({ parts: [...parts, added] });
          }}
        >
          添加一组条件
        </Button>
      </span>
    </fieldset>
  );
}

interface ComparisonProps extends RuledField {
  condition: Condition;
  name: string;
  mayNegate: boolean;
  onChange: (condition: Condition) => void;
}

function ComparisonFields({ condition, field: ruled, place, name, mayNegate, onChange }: ComparisonProps) {
  const not = 'not' in condition;
  const comparison = (not ? condition.not : condition) as Comparison;
  const scope = scopeOfPlace(place);
  const source = scope.get(comparison.field);
  const set = (next: Comparison) => onChange(not ? { not: next } : next);
  const operators = source ? operatorsFor(source) : [];
  const shown = operators.includes(comparison.is) ? operators : [comparison.is, ...operators];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a fieldset is read as a further group
    <div role="group" aria-label={name} className={styles.comparison}>
      <Checkbox
        checked={not}
        disabled={!not && !mayNegate}
        onChange={({ target }) => onChange(target.checked ? { not: comparison } : comparison)}
      >
        不满足
      </Checkbox>
      <NameSelect<string>
        aria-label="条件的字段"
        className={styles.field ?? ''}
        popupMatchSelectWidth={false}
        placeholder="选择字段"
        value={(comparison.field || null) as string}
        options={groupsOfFields(ruled, place, comparison.field)}
        onChange={(id) => set(withOperator(comparison, scope.get(id), { field: id }))}
      />
      <Select
        aria-label="比较"
        popupMatchSelectWidth={false}
        value={comparison.is}
        options={shown.map((is) => ({ value: is, label: operatorLabel[is] }))}
        onChange={(is) => set(withOperator(comparison, source, { is }))}
      />
      <ComparedValue
        comparison={comparison}
        source={source}
        onChange={(value) => set({ ...comparison, value })}
      />
    </div>
  );
}

/** Returns the fields for a condition: those of the own row first, then those of the form by section. */
function groupsOfFields(ruled: FieldModel, { levels }: FieldPlace, chosen: string) {
  const labelOf = ({ id, title }: FieldModel) => `${title.trim() || '（未命名）'}（${id}）`;
  const known = new Set<string>();
  const groups = levels.toReversed().flatMap(({ around, fields }) => {
    const readable = fieldsForConditions(fields, ruled, (id) => known.has(id));
    for (const { id } of fields) known.add(id);
    return sectionsOf(fields, around ? `“${around.title}”中的字段` : '未分节的字段').map(
      ({ label, fields: ofSection }) => ({
        label,
        options: ofSection
          .filter((each) => readable.includes(each) && !isOwnSection(ruled, fields, each))
          .map((each) => ({ value: each.id, label: labelOf(each) })),
      }),
    );
  });
  const filled = groups.filter(({ options }) => options.length > 0);
  const isListed = filled.some(({ options }) => options.some(({ value }) => value === chosen));
  if (chosen === '' || isListed) return filled;
  const unusual = levels.flatMap(({ fields }) => fields).find(({ id }) => id === chosen);
  return [...filled, { value: chosen, label: unusual ? labelOf(unusual) : `${chosen}（不存在）` }];
}

function sectionsOf(fields: readonly FieldModel[], first: string) {
  const sections: { label: string; fields: FieldModel[] }[] = [{ label: first, fields: [] }];
  for (const field of fields) {
    if (field['x-component'] === 'heading') sections.push({ label: field.title || '（未命名）', fields: [] });
    else sections.at(-1)?.fields.push(field);
  }
  return sections;
}

/** Checks whether a field is below the heading that has the rule: hidden with it, it would always be empty. */
function isOwnSection(ruled: FieldModel, fields: readonly FieldModel[], field: FieldModel): boolean {
  if (ruled['x-component'] !== 'heading') return false;
  const before = fields.slice(0, fields.indexOf(field));
  return before.findLast((each) => each['x-component'] === 'heading') === ruled;
}
