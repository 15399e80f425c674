import { Input, Select } from 'antd';
import { useRef } from 'react';
import { computedTypes } from '#domain/forms/computed/computed.ts';
import {
  type ExpressionScope,
  expressionWords,
  namedFields,
  problemsOfComputed,
} from '#domain/forms/computed/lint-computed.ts';
import { innerFields } from '#domain/forms/inner-fields.ts';
import { findKind, type KindName } from '#domain/forms/kinds/kinds.ts';
import { type ComputedRule, computedRuleLabel, type FieldModel } from '#domain/forms/model.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import styles from './forms.module.css';

const rules = Object.entries(computedRuleLabel).map(([value, label]) => ({
  value: value as ComputedRule | '',
  label,
}));

/** Edits the computed value of a field: its rule, and its expression with a list of fields to insert. */
export function ComputedFields(props: {
  prefix: string;
  field: FieldModel;
  scope: ExpressionScope;
  onChange: (field: FieldModel) => void;
}) {
  const { prefix, field, scope, onChange } = props;
  const { computed, computedRule = 'always', ...typed } = field;
  const box = useRef<HTMLDivElement>(null);
  if (computedTypes[field['x-component'] as KindName] === undefined) return null;
  const setRule = (rule: ComputedRule | '') =>
    onChange(rule === '' ? typed : { ...typed, computed: computed ?? '', computedRule: rule });
  const setSource = (source: string) => onChange({ ...typed, computed: source, computedRule });
  /** Inserts text at the cursor, which the box keeps while another control has the focus. */
  const insert = (name: string) => {
    const area = box.current?.querySelector('textarea');
    const [from, to] = [area?.selectionStart ?? 0, area?.selectionEnd ?? 0];
    setSource(`${computed?.slice(0, from) ?? ''}${name}${computed?.slice(to) ?? ''}`);
    const place = from + name.length;
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(place, place);
    });
  };
  const problems = computed ? problemsOfComputed(field, scope) : [];
  return (
    <>
      <label htmlFor={`${prefix}-computed-rule`}>计算</label>
      <Select
        id={`${prefix}-computed-rule`}
        className={styles.short ?? ''}
        value={computed === undefined ? ('' as const) : computedRule}
        options={[{ value: '' as const, label: '不计算，由人填写' }, ...rules]}
        onChange={setRule}
      />
      {computed !== undefined && (
        <>
          <label htmlFor={`${prefix}-computed`} data-required>
            算式
          </label>
          <div className={styles.expression} ref={box}>
            <Input.TextArea
              id={`${prefix}-computed`}
              aria-required
              aria-invalid={problems.length > 0 || undefined}
              aria-describedby={`${prefix}-computed-result`}
              autoSize={{ minRows: 2, maxRows: 8 }}
              maxLength={1000}
              placeholder="如 price * count"
              spellCheck={false}
              value={computed}
              onChange={({ target }) => setSource(target.value)}
            />
            <NameSelect<string | null>
              aria-label="插入字段"
              className={styles.short ?? ''}
              placeholder="插入字段"
              value={null}
              options={insertableFields(field, scope)}
              onChange={(name) => name !== null && insert(name)}
            />
            <div id={`${prefix}-computed-result`} aria-live="polite">
              {problems.length > 0 ? (
                <ul className={styles.problems}>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              ) : (
                <small className={styles.quiet}>
                  {computed.trim() === ''
                    ? '写出算式，或插入字段'
                    : `即：${expressionWords(computed, scope)}。在预览中填写即可试算`}
                </small>
              )}
            </div>
            <details className={styles.quiet}>
              <summary>可用的写法</summary>
              <dl className={styles.notation}>
                {notation.map(([example, meaning]) => (
                  <div key={example}>
                    <dt>
                      <code>{example}</code>
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </div>
        </>
      )}
    </>
  );
}

const notation = [
  ['+ - * / ( )', '加、减、乘、除；除以空或 0 时结果为空'],
  ['sum(items.amount)', '表格一列、列表一个字段的合计；还有 min、max、count'],
  ['address.street', '对象中的字段；同名时先取本行、本组的字段，再取外层的'],
  ['round half up(amount, 2)', '四舍五入到 2 位小数；还有 floor、ceiling、abs'],
  ['if amount > 100 then 5 else 0', '按条件取值'],
  ['name + string(count)', '连接文字；数字先用 string 变成文字'],
  ['string join(items.name, "、")', '把表格一列、列表一个字段的文字连接起来'],
  ['today()', '当天'],
  ['add days(day, 3)', '若干天之后；还有 add months、add years'],
  ['add working days(day, 5)', '若干工作日之后，按本单位的日历；预览中只按周一至周五'],
  ['day difference(from, until)', '相隔的天数；还有 year difference、working day difference'],
] as const;

/** Returns the fields that the expression may name, the nearest first, each with the text to insert. */
function insertableFields(field: FieldModel, scope: ExpressionScope) {
  const around = (scope.around ?? []).toReversed();
  const named = namedFields(scope);
  const namedIn = (fields: readonly FieldModel[], label: string) =>
    insertable(
      fields.filter((each) => named.get(each.id) === each && each !== field && !around.includes(each)),
      { label, name: '' },
    );
  return [
    ...around.flatMap((each, index) => {
      const { nests, rowWord } = findKind(each['x-component']) ?? {};
      return namedIn(
        innerFields(each),
        index === 0 && nests === 'rows' ? `本${rowWord}：` : `${each.title}：`,
      );
    }),
    ...namedIn(scope.fields, ''),
  ];
}

/** Returns these fields with those inside them; label and name of each begin with those of the field around. */
function insertable(
  fields: readonly FieldModel[],
  before: { label: string; name: string },
): { value: string; label: string }[] {
  return fields.flatMap((field) => {
    if (findKind(field['x-component'])?.holdsValue === false) return [];
    const [label, name] = [before.label + field.title, before.name + field.id];
    const inner = insertable(innerFields(field), { label: `${label} → `, name: `${name}.` });
    return [{ value: name, label }, ...inner];
  });
}
