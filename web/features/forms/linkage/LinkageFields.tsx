import { CopyOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { formLimits } from '#domain/forms/limits.ts';
import { newRule, reasonNotShown } from '#domain/forms/linkage-editing.ts';
import { placeOfField, scopeOfPlace, usesInLinkage } from '#domain/forms/linkage-references.ts';
import { linkageText } from '#domain/forms/linkage-text.ts';
import { problemsOfRule } from '#domain/forms/lint-linkage.ts';
import type { FieldModel, Linkage } from '#domain/forms/model.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { RowMoveButtons } from '#web/toolkit/definitions/RowMoveButtons.tsx';
import { useEditedForm, useGoToField } from '../edited-form.ts';
import { ConditionFields, type RuledField } from './ConditionFields.tsx';
import { EffectFields } from './EffectFields.tsx';
import styles from './linkage.module.css';

/** Edits the linkage of a field: rules of a condition and its effects, and lists the rules that read the field. */
export function LinkageFields(props: {
  /** Beginning of the ids of the controls. */
  prefix: string;
  field: FieldModel;
  /** Indexes of the fields around the field, and its own. */
  indexes: readonly number[];
  onChange: (field: FieldModel) => void;
}) {
  const { prefix, field, indexes, onChange } = props;
  const form = useEditedForm();
  const fields = form?.schema.fields ?? [field];
  const place = useMemo(() => placeOfField(fields, indexes), [fields, indexes]);
  const rules = field.linkage ?? [];
  const [openIndex, setOpenIndex] = useState<number>();
  /** Counts changes of the order: each draws the rules again, as they have no ids. */
  const [orders, setOrders] = useState(0);
  const set = (next: readonly Linkage[]) => {
    const { linkage: _, ...others } = field;
    onChange(next.length === 0 ? others : { ...field, linkage: next });
  };
  const arrange = (next: readonly Linkage[], open: number | undefined) => {
    set(next);
    setOpenIndex(open);
    setOrders((times) => times + 1);
  };
  const isFull = rules.length >= formLimits.linkagesOfField;
  return (
    <section className={styles.linkage} aria-label="联动">
      <h3 className={styles.title}>联动</h3>
      {rules.length > 0 && (
        <ol className={styles.rules}>
          {rules.map((rule, index) => (
            <Rule
              // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified only by their index
              key={`${orders} ${index}`}
              id={`${prefix}-linkage-${index}`}
              {...{ rule, rules, index, field, place, isFull }}
              isOpen={index === openIndex}
              onOpen={(isOpen) => setOpenIndex(isOpen ? index : undefined)}
              onChange={(next) => set(rules.with(index, next))}
              onCopy={() => arrange(rules.toSpliced(index + 1, 0, rule), index + 1)}
              onMove={(to) => arrange(moveItem(rules, index, to), openIndex === index ? to : undefined)}
              onRemove={() => arrange(rules.toSpliced(index, 1), undefined)}
            />
          ))}
        </ol>
      )}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={isFull}
        onClick={() => arrange([...rules, newRule()], rules.length)}
      >
        添加联动
      </Button>
      <Uses {...{ field, place }} />
    </section>
  );
}

interface RuleProps extends RuledField {
  id: string;
  rule: Linkage;
  rules: readonly Linkage[];
  index: number;
  isFull: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (rule: Linkage) => void;
  onCopy: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Shows one rule as a sentence with its problems, which opens into the controls for it. */
function Rule(props: RuleProps) {
  const { id, rule, rules, index, field, place, isFull, isOpen, onOpen, onChange, onCopy } = props;
  const scope = useMemo(() => scopeOfPlace(place), [place]);
  // An open rule stays open while a value is typed.
  const reason = isOpen ? undefined : reasonNotShown(rule, field, scope);
  const name = `联动 ${index + 1}`;
  const text = reason === undefined ? linkageText(rule, field, (each) => scope.get(each)) : undefined;
  const problems = reason === undefined ? problemsOfRule(rule, field, place) : [];
  return (
    <li className={styles.rule} aria-label={name}>
      <div className={styles.head}>
        <p id={`${id}-text`}>{text ?? `此处不能显示这条联动：${reason}。内容保留不变：`}</p>
        <span className={styles.tools}>
          {text !== undefined && (
            <Button
              size="small"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? '收起' : '编辑'} ${name}`}
              onClick={() => onOpen(!isOpen)}
            >
              {isOpen ? '收起' : '编辑'}
            </Button>
          )}
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined aria-hidden />}
            aria-label={`复制 ${name}`}
            disabled={isFull}
            onClick={onCopy}
          />
          <RowMoveButtons
            {...{ name, index }}
            count={rules.length}
            mayBeEmpty
            loss={text ?? '这条联动的内容一并删除。'}
            onMove={props.onMove}
            onRemove={props.onRemove}
          />
        </span>
      </div>
      {text === undefined && <pre className={styles.json}>{JSON.stringify(rule, null, 2)}</pre>}
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label={`${name} 的问题`}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {isOpen && text !== undefined && (
        <div className={styles.controls}>
          <ConditionFields
            {...{ field, place }}
            condition={rule.when}
            onChange={(when) => onChange({ ...rule, when })}
          />
          <EffectFields
            {...{ id, field }}
            effects={rule.effects}
            onChange={(effects) => onChange({ ...rule, effects })}
          />
        </div>
      )}
    </li>
  );
}

/** Lists the rules of other fields that read the field, each with the way to its settings. */
function Uses({ field, place: { path, levels } }: RuledField) {
  const goTo = useGoToField();
  const { fields = [] } = levels.at(-1) ?? {};
  const beginning = path.slice(0, path.length - field.id.length);
  const uses = useMemo(() => usesInLinkage(fields, field, beginning), [fields, field, beginning]);
  if (uses.length === 0) return null;
  return (
    <div>
      <p className={styles.note}>被 {uses.length} 条联动引用：</p>
      <ul className={styles.uses} aria-label="引用本字段的联动">
        {uses.map(({ field: user, path: pathOfUser, index, linkage }) => (
          <li key={`${pathOfUser} ${index}`}>
            <button type="button" onClick={() => goTo?.(pathOfUser)}>
              “{user.title.trim() || '未命名'}”的联动 {index + 1}
            </button>
            ：
            {linkageText(linkage, user, (id) =>
              id === field.id ? field : fields.find((each) => each.id === id),
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
