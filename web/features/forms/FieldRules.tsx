import { Checkbox, InputNumber, Select } from 'antd';
import {
  type BoundName,
  boundOf,
  formatOf,
  textFormats,
  withBound,
  withFormat,
} from '#domain/forms/editing.ts';
import { fieldKinds, findKind, type KindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { maskRuleLabel } from '#domain/sensitive/masks.ts';
import styles from './forms.module.css';

interface RuledFieldProps {
  field: FieldModel;
  onChange: (field: FieldModel) => void;
}

/** Edits the permitted input of a field: range, length and format. */
export function Rules({ prefix, field, onChange }: RuledFieldProps & { prefix: string }) {
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

/** Edits whether the values of a field are encrypted and masked. */
export function Protection({ field, onChange }: RuledFieldProps) {
  const kind = field['x-component'];
  if (findKind(kind)?.nests !== undefined || findKind(kind)?.holdsValue === false) return null;
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
