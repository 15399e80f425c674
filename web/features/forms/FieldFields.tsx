import { Checkbox, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { applicantValueLabel, applicantValuesFor } from '#domain/forms/applicant-values.ts';
import type { ExpressionScope } from '#domain/forms/computed/lint-computed.ts';
import { hasOptions, newField, withKind } from '#domain/forms/editing.ts';
import { dependentFields } from '#domain/forms/field-removal.ts';
import { innerFields, withInnerFields } from '#domain/forms/inner-fields.ts';
import { todayDefault } from '#domain/forms/kinds/date/date.ts';
import { canBeColumn, canBeInside, fieldKinds, findKind, type KindName } from '#domain/forms/kinds/kinds.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { withNewId } from '#domain/forms/linkage-references.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { type SettingsCard, useStackedSettings } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { ComputedFields } from './ComputedFields.tsx';
import { ElementOfField } from './ElementOfField.tsx';
import { FieldId } from './FieldId.tsx';
import { FieldList } from './FieldList.tsx';
import { Protection, Rules } from './FieldRules.tsx';
import styles from './forms.module.css';
import { InterfaceUses } from './InterfaceUses.tsx';
import { KindFields } from './KindFields.tsx';
import { LibraryRules } from './LibraryRules.tsx';
import { LinkageFields } from './linkage/LinkageFields.tsx';
import { OptionLines } from './OptionLines.tsx';

const kindNames = Object.keys(fieldKinds) as KindName[];
const kindsOfColumns = kindNames.filter(canBeColumn);
const kindsInside = kindNames.filter(canBeInside);

/** Returns the kinds for a field inside one of this kind, at this depth. */
function kindsAt(around: string | undefined, depth: number): readonly KindName[] {
  if (around === 'table') return kindsOfColumns;
  const kinds = around === undefined ? kindNames : kindsInside;
  return depth < formLimits.nesting ? kinds : kinds.filter((name) => findKind(name)?.nests === undefined);
}

/**
 * Returns the beginning of the ids of a field's controls: each depth has its own, as all are on the page together.
 */
export function prefixOfDepth(depth: number): string {
  return ['field', 'column'][depth] ?? `column${depth}`;
}

const noIndexes: readonly number[] = [];

interface FieldProps {
  field: FieldModel;
  onChange: (field: FieldModel) => void;
}

/** Edits one field: its name, its kind, its permitted input, and its protection. */
export function FieldFields({
  field,
  onChange,
  around,
  depth = 0,
  inner = [],
  card,
  place,
  indexesAround = noIndexes,
  scope = { fields: place.fields },
  onMove,
  onRename,
}: FieldProps & {
  /** Indexes of the fields around this one. */
  indexesAround?: readonly number[];
  /** Changes the id together with the linkage and rules that read the field. */
  onRename: (id: string) => void;
  /** Fields that an expression may name; by default those of the list. */
  scope?: ExpressionScope;
  /** The kind of the field around this one, and the number of fields around it. */
  around?: string;
  depth?: number;
  /** The list that contains the field, and its index in it. */
  place: Place;
  onMove: (to: number) => void;
  card: SettingsCard;
  /** Indexes of the field inside to show first, and of that inside it. */
  inner?: readonly number[];
}) {
  const prefix = prefixOfDepth(depth);
  const kind = field['x-component'];
  const isColumn = around === 'table';
  const indexes = useMemo(() => [...indexesAround, place.index], [indexesAround, place.index]);
  const holdsValue = findKind(kind)?.holdsValue ?? true;
  const set = (change: Partial<FieldModel>) => onChange({ ...field, ...change });
  const hidesDefault = field.default !== undefined && !isToday(field) && kind !== 'switch';
  return (
    <Card {...card} title={isColumn ? '列' : '字段'}>
      <div className={styles.fields}>
        <label htmlFor={`${prefix}-title`} data-required>
          名称
        </label>
        <Input
          id={`${prefix}-title`}
          aria-required
          maxLength={60}
          value={field.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <PlaceField prefix={prefix} place={place} onMove={onMove} />
        <label htmlFor={`${prefix}-kind`}>类型</label>
        <Select
          id={`${prefix}-kind`}
          className={styles.short ?? ''}
          value={kind}
          virtual={false}
          options={kindsAt(around, depth).map((name) => ({
            value: name,
            label: formComponentLabel[name],
          }))}
          onChange={(name) => onChange(withKind(field, name as KindName))}
        />
        {holdsValue && (
          <>
            <span>填写</span>
            <Checkbox
              checked={field.required === true}
              onChange={({ target }) => set({ required: target.checked })}
            >
              必填
            </Checkbox>
            <label htmlFor={`${prefix}-help`}>填写说明</label>
            <Input
              id={`${prefix}-help`}
              maxLength={200}
              value={field.help ?? ''}
              onChange={({ target }) => set({ help: target.value || undefined })}
            />
          </>
        )}
        {holdsValue && <ElementOfField prefix={prefix} field={field} onChange={onChange} />}
        {kind === 'date' && (field.default === undefined || isToday(field)) && (
          <>
            <span>默认值</span>
            <Checkbox
              checked={isToday(field)}
              onChange={({ target }) => set({ default: target.checked ? todayDefault : undefined })}
            >
              填写当天
            </Checkbox>
          </>
        )}
        {['organisation', 'handler', 'select', 'tree-select'].includes(kind) && (
          <>
            <span>可选数量</span>
            <Checkbox
              checked={field['x-props']?.multiple === true}
              onChange={({ target }) => set({ 'x-props': { ...field['x-props'], multiple: target.checked } })}
            >
              可以选择多个
            </Checkbox>
          </>
        )}
        {kind === 'rich-text' && (
          <>
            <span>粘贴</span>
            <Checkbox
              checked={field['x-props']?.editor === 'plain'}
              onChange={({ target }) =>
                set({
                  'x-props': { ...field['x-props'], editor: target.checked ? 'plain' : 'formatted' },
                })
              }
            >
              粘贴的内容只保留上标和下标
            </Checkbox>
          </>
        )}
        {depth === 0 && applicantValuesFor(kind).length > 0 && field.optionsInterface === undefined && (
          <>
            <label htmlFor={`${prefix}-applicant`}>取自申请人</label>
            <Select
              id={`${prefix}-applicant`}
              className={styles.short ?? ''}
              allowClear
              placeholder="不取"
              value={field['x-applicant']}
              options={applicantValuesFor(kind).map((value) => ({
                value,
                label: applicantValueLabel[value],
              }))}
              onChange={(value) => set({ 'x-applicant': value })}
            />
          </>
        )}
        {hasOptions(field) && field.optionsInterface === undefined && (
          <>
            <label htmlFor={`${prefix}-options`}>选项</label>
            <OptionLines
              key={kind}
              id={`${prefix}-options`}
              field={field}
              options={field.options ?? []}
              onChange={(options) => set({ options })}
            />
          </>
        )}
        <KindFields {...{ prefix, field, isColumn, onChange }} />
        {(depth === 0 || (depth === 1 && isColumn)) && (
          <InterfaceUses prefix={prefix} field={field} isColumn={isColumn} onChange={onChange} />
        )}
        <ComputedFields prefix={prefix} field={field} scope={scope} onChange={onChange} />
        <Rules prefix={prefix} field={field} onChange={onChange} />
        {depth === 0 && holdsValue && (
          <LibraryRules field={field} fields={place.fields} onChange={onChange} />
        )}
        <Protection field={field} onChange={onChange} />
        <div className={styles.wideRow}>
          <LinkageFields prefix={prefix} field={field} indexes={indexes} onChange={onChange} />
        </div>
        <div className={styles.wideRow}>
          <FieldId
            prefix={prefix}
            field={field}
            dependents={dependentFields(place.fields, field)}
            onChange={(id) => set({ id })}
            onRename={onRename}
          />
        </div>
        {findKind(kind)?.nests !== undefined && (
          <InnerFieldSettings
            key={kind}
            field={field}
            depth={depth + 1}
            scope={scope}
            indexes={indexes}
            inner={inner}
            onChange={onChange}
          />
        )}
      </div>
      {hidesDefault && (
        <p className={styles.note}>这个字段另有默认值，此处保留不变；要修改请下载表单文件，改后再发布。</p>
      )}
    </Card>
  );
}

interface Place {
  fields: readonly FieldModel[];
  index: number;
}

/** Moves the field behind another one, or to the first place. */
function PlaceField(props: { prefix: string; place: Place; onMove: (to: number) => void }) {
  const { prefix, onMove } = props;
  const { fields, index } = props.place;
  if (fields.length < 2) return null;
  return (
    <>
      <label htmlFor={`${prefix}-place`}>位置</label>
      <NameSelect
        id={`${prefix}-place`}
        className={styles.short ?? ''}
        value={index - 1}
        options={[
          { value: -1, label: '最前' },
          ...fields.flatMap(({ title }, at) =>
            at === index ? [] : [{ value: at, label: `“${title.trim() || '（未命名）'}”之后` }],
          ),
        ]}
        onChange={(after: number) => onMove(after < index ? after + 1 : after)}
      />
    </>
  );
}

function isToday({ 'x-component': kind, default: value }: FieldModel): boolean {
  return kind === 'date' && value === todayDefault;
}

/** Edits the fields inside a field: the columns of a table, the fields of a list, an object or a sub-form. */
function InnerFieldSettings({
  field,
  depth,
  scope: { fields: formFields, around = [] },
  indexes,
  inner: [initialIndex = 0, ...deeper],
  onChange,
}: FieldProps & {
  depth: number;
  scope: ExpressionScope;
  indexes: readonly number[];
  inner: readonly number[];
}) {
  const prefix = prefixOfDepth(depth);
  const name = field.columns ? '列' : '字段';
  const [selectedIndex, setSelectedIndex] = useState(initialIndex);
  /** Counts selections, as in the list of fields. */
  const [selections, setSelections] = useState(0);
  const select = (index: number) => {
    setSelectedIndex(index);
    setSelections((times) => times + 1);
  };
  const listId = `${prefix}-list`;
  const stackedSettings = useStackedSettings({
    list: listId,
    settings: `${prefix}-settings`,
    back: `返回${name}的列表`,
    isAlwaysStacked: true,
  });
  const fields = innerFields(field);
  const set = (next: readonly FieldModel[]) => onChange(withInnerFields(field, next));
  const selected = fields[selectedIndex];
  return (
    <>
      <span>{name}</span>
      <div className={styles.columns}>
        <FieldList
          id={listId}
          onOpen={stackedSettings.open}
          fields={fields}
          selectedIndex={selectedIndex}
          onSelect={select}
          onChange={set}
          onAdd={() => {
            set(fields.toSpliced(selectedIndex + 1, 0, newField(fields)));
            select(selectedIndex + 1);
          }}
        />
        {selected && (
          <FieldFields
            key={selections}
            place={{ fields, index: selectedIndex }}
            indexesAround={indexes}
            onRename={(id) => set(withNewId(fields, selected, id))}
            onMove={(to) => {
              set(moveItem(fields, selectedIndex, to));
              setSelectedIndex(to);
            }}
            around={field['x-component']}
            depth={depth}
            scope={{ fields: formFields, around: [...around, field] }}
            inner={deeper}
            field={selected}
            card={stackedSettings.card}
            onChange={(next) => set(fields.map((each, index) => (index === selectedIndex ? next : each)))}
          />
        )}
      </div>
    </>
  );
}
