import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { applicantValueLabel, applicantValuesFor } from '#domain/forms/applicant-values.ts';
import type { ExpressionScope } from '#domain/forms/computed/lint-computed.ts';
import {
  type BoundName,
  boundOf,
  formatOf,
  hasOptions,
  hasOptionTree,
  newField,
  optionLines,
  optionTreeLines,
  readOptionLines,
  readOptionTree,
  textFormats,
  withBound,
  withFormat,
  withKind,
} from '#domain/forms/editing.ts';
import { todayDefault } from '#domain/forms/kinds/date/date.ts';
import { canBeColumn, fieldKinds, findKind, type KindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { moveItem } from '#domain/lists/move-item.ts';
import { maskRuleLabel } from '#domain/sensitive/masks.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { CodeField } from '#web/toolkit/codes/CodeField.tsx';
import { type SettingsCard, useStackedSettings } from '#web/toolkit/definitions/use-stacked-settings.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { ComputedFields } from './ComputedFields.tsx';
import { FieldList } from './FieldList.tsx';
import styles from './forms.module.css';
import { InterfaceUses } from './InterfaceUses.tsx';
import { KindFields } from './KindFields.tsx';
import { LibraryRules } from './LibraryRules.tsx';

const kindNames = Object.keys(fieldKinds) as KindName[];
const kindsOfColumns = kindNames.filter(canBeColumn);

interface FieldProps {
  field: FieldModel;
  onChange: (field: FieldModel) => void;
}

/** Edits one field: its name, its kind, its permitted input, and its protection. */
export function FieldFields({
  field,
  onChange,
  isColumn = false,
  column = 0,
  card,
  place,
  scope = { fields: place.fields },
  onMove,
}: FieldProps & {
  /** Fields that an expression may name; by default those of the list. */
  scope?: ExpressionScope;
  isColumn?: boolean;
  /** The list that contains the field, and its index in it. */
  place: Place;
  onMove: (to: number) => void;
  card: SettingsCard;
  /** Index of the column to show first, for a table. */
  column?: number;
}) {
  const prefix = isColumn ? 'column' : 'field';
  const kind = field['x-component'];
  const holdsValue = findKind(kind)?.holdsValue ?? true;
  const set = (change: Partial<FieldModel>) => onChange({ ...field, ...change });
  const hiddenSettings =
    (field.linkage?.length ?? 0) +
    (field.default === undefined || isToday(field) || kind === 'switch' ? 0 : 1);
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
          options={(isColumn ? kindsOfColumns : kindNames).map((name) => ({
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
        {!isColumn && applicantValuesFor(kind).length > 0 && field.optionsInterface === undefined && (
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
          <Options key={kind} prefix={prefix} field={field} onChange={onChange} />
        )}
        <KindFields {...{ prefix, field, isColumn, onChange }} />
        <InterfaceUses prefix={prefix} field={field} isColumn={isColumn} onChange={onChange} />
        <ComputedFields prefix={prefix} field={field} scope={scope} onChange={onChange} />
        <Rules prefix={prefix} field={field} onChange={onChange} />
        {!isColumn && holdsValue && <LibraryRules field={field} fields={place.fields} onChange={onChange} />}
        <Protection field={field} onChange={onChange} />
        <div className={styles.wideRow}>
          <CodeField
            id={`${prefix}-id`}
            label="标识"
            code={{ value: field.id, type: (id) => set({ id: id.trim() }) }}
            maxLength={64}
            hint="自动生成，字母开头，只含字母和数字；发布后不能修改，改名也不变。"
          />
        </div>
        {kind === 'table' && (
          <Columns field={field} fields={scope.fields} initialIndex={column} onChange={onChange} />
        )}
      </div>
      {hiddenSettings > 0 && (
        <p className={styles.note}>
          这个字段另有默认值或联动，此处保留不变；要修改请下载表单文件，改后再发布。
        </p>
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

function Options({ prefix, field, onChange }: FieldProps & { prefix: string }) {
  const isTree = hasOptionTree(field);
  const [text, setText] = useState(() => (isTree ? optionTreeLines : optionLines)(field.options));
  return (
    <>
      <label htmlFor={`${prefix}-options`}>选项</label>
      <div>
        <Input.TextArea
          id={`${prefix}-options`}
          rows={4}
          placeholder={isTree ? '每行一项，如\n食品\n  熟食\n  水果' : '每行一项，如\n早市\n夜市'}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onChange({ ...field, options: (isTree ? readOptionTree : readOptionLines)(target.value) });
          }}
        />
        <small className={styles.quiet}>
          每行一项；{isTree && '下一级在行首空两格；'}存储的值与名称不同时写作“名称=值”
        </small>
      </div>
    </>
  );
}

function Rules({ prefix, field, onChange }: FieldProps & { prefix: string }) {
  const kind = field['x-component'];
  const renderBound = (name: BoundName, label: string, id?: string) => (
    <InputNumber
      {...(id && { id })}
      aria-label={label}
      placeholder="不限"
      value={boundOf(field, name)}
      onChange={(value) => onChange(withBound(field, name, value))}
    />
  );
  if (kind === 'number')
    return (
      <>
        <span>数值范围</span>
        <div className={styles.row}>
          {renderBound('min', '最小值')} 至 {renderBound('max', '最大值')}
        </div>
      </>
    );
  if (!findKind(kind)?.textual) return null;
  return (
    <>
      <label htmlFor={`${prefix}-maxLength`}>最多字数</label>
      <div className={styles.row}>{renderBound('maxLength', '最多字数', `${prefix}-maxLength`)}</div>
      {kind === 'single-line' && (
        <>
          <label htmlFor={`${prefix}-format`}>格式</label>
          <Select
            id={`${prefix}-format`}
            className={styles.short ?? ''}
            value={formatOf(field) ?? ''}
            options={[
              { value: '' as const, label: '不限' },
              ...Object.entries(textFormats).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(format) =>
              onChange(withFormat(field, format === '' ? null : (format as keyof typeof textFormats)))
            }
          />
        </>
      )}
    </>
  );
}

function Protection({ field, onChange }: FieldProps) {
  const kind = field['x-component'];
  if (kind === 'table' || findKind(kind)?.holdsValue === false) return null;
  if (kind === 'password')
    return (
      <>
        <span>保护</span>
        <small>加密存储；填写后任何人都看不到，只能重新填写</small>
      </>
    );
  if (findKind(kind)?.secretParts)
    return (
      <>
        <span>保护</span>
        <small>加密存储；姓名、证件号码和手机号码脱敏显示</small>
      </>
    );
  const isMaskable = kind in fieldKinds && fieldKinds[kind as KindName].maskable;
  return (
    <>
      <span>保护</span>
      <div className={styles.row}>
        <Checkbox
          checked={field['x-encryption'] === true}
          onChange={({ target }) => onChange({ ...field, 'x-encryption': target.checked })}
        >
          加密存储
        </Checkbox>
        {isMaskable && (
          <Select
            aria-label="脱敏显示"
            className={styles.short ?? ''}
            value={field['x-secret'] ? (field['x-secret-rule'] ?? '') : ''}
            options={[
              { value: '', label: '不脱敏' },
              ...Object.entries(maskRuleLabel).map(([value, label]) => ({
                value,
                label: `按${label}脱敏`,
              })),
            ]}
            onChange={(rule) => {
              const { 'x-secret': _, 'x-secret-rule': __, ...unmasked } = field;
              onChange(rule === '' ? unmasked : { ...unmasked, 'x-secret': true, 'x-secret-rule': rule });
            }}
          />
        )}
        <small>发布后只能加强，不能取消</small>
      </div>
    </>
  );
}

const columnSettingsIds = {
  list: 'column-list',
  settings: 'column-settings',
  back: '返回列的列表',
  isAlwaysStacked: true,
};

function Columns(props: FieldProps & { fields: readonly FieldModel[]; initialIndex: number }) {
  const { field, fields, initialIndex, onChange } = props;
  const [selectedIndex, setSelectedIndex] = useState(initialIndex);
  /** Counts selections, as in the list of fields. */
  const [selections, setSelections] = useState(0);
  const select = (index: number) => {
    setSelectedIndex(index);
    setSelections((times) => times + 1);
  };
  const stackedSettings = useStackedSettings(columnSettingsIds);
  const columns = field.columns ?? [];
  const set = (next: readonly FieldModel[]) => onChange({ ...field, columns: next });
  const column = columns[selectedIndex];
  return (
    <>
      <span>列</span>
      <div className={styles.columns}>
        <FieldList
          id={columnSettingsIds.list}
          onOpen={stackedSettings.open}
          fields={columns}
          selectedIndex={selectedIndex}
          onSelect={select}
          onChange={set}
          onAdd={() => {
            set(columns.toSpliced(selectedIndex + 1, 0, newField(columns)));
            select(selectedIndex + 1);
          }}
        />
        {column && (
          <FieldFields
            key={selections}
            place={{ fields: columns, index: selectedIndex }}
            onMove={(to) => {
              set(moveItem(columns, selectedIndex, to));
              setSelectedIndex(to);
            }}
            isColumn
            scope={{ fields, table: field }}
            field={column}
            card={stackedSettings.card}
            onChange={(next) => set(columns.map((each, index) => (index === selectedIndex ? next : each)))}
          />
        )}
      </div>
    </>
  );
}
