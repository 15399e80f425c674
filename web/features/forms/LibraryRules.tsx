import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ruleLibrary, type UsableRuleVo } from '#contract/rule-library.ts';
import { fieldsForRules, libraryRulesOf, newLibraryRule, withLibraryRules } from '#domain/forms/editing.ts';
import { formLimits } from '#domain/forms/limits.ts';
import type { FieldModel, LibraryRule } from '#domain/forms/model.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import styles from './forms.module.css';

/** Edits the rules of the library that a field must satisfy, with the fields whose values they get. */
export function LibraryRules(props: {
  field: FieldModel;
  /** All fields of the form. */
  fields: readonly FieldModel[];
  onChange: (field: FieldModel) => void;
}) {
  const { field, fields, onChange } = props;
  const usable = useQuery(queryOf(ruleLibrary.usable, {}));
  const rows = usable.data?.rows ?? [];
  const rules = libraryRulesOf(field);
  const set = (next: readonly LibraryRule[]) => onChange(withLibraryRules(field, next));
  if (rules.length === 0 && rows.length === 0) return null;
  return (
    <>
      <span>规则库</span>
      <div className={styles.libraryRules}>
        {rules.map((rule, index) => (
          <LibraryRuleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may use one rule twice
            key={index}
            rule={rule}
            title={`规则 ${index + 1}`}
            usable={rows}
            fields={fields}
            onChoose={(code) => set(rules.with(index, newLibraryRule(rows, code, field, fields)))}
            onChange={(next) => set(rules.with(index, next))}
            onRemove={() => set(rules.toSpliced(index, 1))}
          />
        ))}
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={rows.length === 0 || rules.length >= formLimits.libraryRulesOfForm}
          onClick={() => set([...rules, newLibraryRule(rows, '', field, fields)])}
        >
          添加规则
        </Button>
        <small className={styles.quiet}>离开字段和提交时由服务器校验；不满足时在本字段显示规则的提示</small>
      </div>
    </>
  );
}

function LibraryRuleFields(props: {
  rule: LibraryRule;
  title: string;
  usable: readonly UsableRuleVo[];
  fields: readonly FieldModel[];
  onChoose: (code: string) => void;
  onChange: (rule: LibraryRule) => void;
  onRemove: () => void;
}) {
  const { rule, title, usable, fields, onChoose, onChange, onRemove } = props;
  const { code, fields: mapped } = rule;
  const chosen = usable.find((row) => row.code === code);
  const isUnknown = code !== '' && chosen === undefined;
  const names = usable.map((row) => ({ value: row.code, label: row.name }));
  const options = fieldsForRules(fields).map((each) => ({ value: each.id, label: each.title || each.id }));
  return (
    <div className={styles.libraryRule}>
      <div className={styles.ruleHead}>
        <NameSelect
          aria-label={title}
          className={styles.grow ?? ''}
          placeholder="选择规则"
          value={code || undefined}
          options={isUnknown ? [{ value: code, label: `${code}（尚未发布）` }, ...names] : names}
          onChange={(next) => onChoose(next ?? '')}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`删除${title}`}
          onClick={onRemove}
        />
      </div>
      {chosen?.params.map(({ dataKey, name }) => (
        <div key={dataKey} className={styles.row}>
          <span className={styles.paramName}>“{name || dataKey}”取自</span>
          <NameSelect
            aria-label={`${title} 的“${name || dataKey}”取自`}
            className={styles.grow ?? ''}
            placeholder="选择字段"
            value={mapped[dataKey] || undefined}
            options={options}
            onChange={(id) => onChange({ ...rule, fields: { ...mapped, [dataKey]: id ?? '' } })}
          />
        </div>
      ))}
    </div>
  );
}
