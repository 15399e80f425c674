import { Checkbox, Input, InputNumber, Select } from 'antd';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { applicantTermOf } from '#domain/forms/kinds/applicant/applicant.ts';
import { ratingStars } from '#domain/forms/kinds/rating/rating.ts';
import { sliderScale } from '#domain/forms/kinds/slider/slider.ts';
import { switchText } from '#domain/forms/kinds/switch/switch.ts';
import { uploadDefaults } from '#domain/forms/kinds/upload/upload.ts';
import type { FieldModel, FieldProps } from '#domain/forms/model.ts';
import { sumTitle } from '#domain/forms/sums.ts';
import styles from './forms.module.css';

interface KindFieldsProps {
  prefix: string;
  field: FieldModel;
  isColumn: boolean;
  onChange: (field: FieldModel) => void;
}

/** Edits the properties that only one kind of field has. */
export function KindFields(props: KindFieldsProps) {
  switch (props.field['x-component']) {
    case 'number':
      return props.isColumn ? <Sum {...props} /> : null;
    case 'switch':
      return <SwitchDefault {...props} />;
    case 'slider':
      return <Scale {...props} />;
    case 'applicant':
      return <ApplicantWord {...props} />;
    case 'rating':
      return <Stars {...props} />;
    case 'upload':
    case 'image-upload':
      return <FileLimits {...props} />;
    default:
      return null;
  }
}

function Sum({ field, onChange }: KindFieldsProps) {
  return (
    <>
      <span>{sumTitle}</span>
      <Checkbox
        checked={field['x-props']?.sum === true}
        onChange={({ target }) => onChange(withProp(field, 'sum', target.checked || undefined))}
      >
        在表格下方显示合计
      </Checkbox>
    </>
  );
}

const switchDefaults = [
  { value: 'on', label: switchText.on },
  { value: 'off', label: switchText.off },
];

function SwitchDefault({ prefix, field, onChange }: KindFieldsProps) {
  const { default: suggested } = field;
  return (
    <>
      <label htmlFor={`${prefix}-default`}>默认值</label>
      <Select
        id={`${prefix}-default`}
        className={styles.short ?? ''}
        allowClear
        placeholder="不设"
        value={typeof suggested === 'boolean' ? (suggested ? 'on' : 'off') : null}
        options={switchDefaults}
        onChange={(value) => onChange({ ...field, default: value ? value === 'on' : undefined })}
      />
    </>
  );
}

function Scale({ prefix, field, onChange }: KindFieldsProps) {
  const props = field['x-props'] ?? {};
  const scale = sliderScale(props);
  const renderNumber = (name: 'min' | 'max' | 'step', label: string, id?: string) => (
    <InputNumber
      {...(id && { id })}
      aria-label={label}
      placeholder={String(scale[name])}
      value={props[name] ?? null}
      onChange={(value) => onChange(withProp(field, name, value ?? undefined))}
    />
  );
  return (
    <>
      <span>数值范围</span>
      <div className={styles.row}>
        {renderNumber('min', '最小值')} 至 {renderNumber('max', '最大值')}
      </div>
      <label htmlFor={`${prefix}-step`}>间隔</label>
      <div className={styles.row}>{renderNumber('step', '间隔', `${prefix}-step`)}</div>
      <label htmlFor={`${prefix}-unit`}>单位</label>
      <Input
        id={`${prefix}-unit`}
        className={styles.short ?? ''}
        maxLength={20}
        value={props.unit ?? ''}
        onChange={({ target }) => onChange(withProp(field, 'unit', target.value || undefined))}
      />
    </>
  );
}

const applicantTerms = Object.values(ApplicantTerm).map((value) => ({ value, label: value }));

function ApplicantWord({ prefix, field, onChange }: KindFieldsProps) {
  return (
    <>
      <label htmlFor={`${prefix}-applicantWord`}>称谓</label>
      <Select
        id={`${prefix}-applicantWord`}
        className={styles.short ?? ''}
        value={applicantTermOf(field['x-props'] ?? {})}
        options={applicantTerms}
        onChange={(word) => onChange(withProp(field, 'applicantWord', word))}
      />
    </>
  );
}

const starCounts = Array.from({ length: ratingStars.max - ratingStars.min + 1 }, (_, index) => ({
  value: ratingStars.min + index,
  label: `${ratingStars.min + index} 星`,
}));

function Stars({ prefix, field, onChange }: KindFieldsProps) {
  return (
    <>
      <label htmlFor={`${prefix}-stars`}>满分</label>
      <Select
        id={`${prefix}-stars`}
        className={styles.short ?? ''}
        value={field['x-props']?.stars ?? ratingStars.default}
        options={starCounts}
        onChange={(stars) => onChange(withProp(field, 'stars', stars))}
      />
    </>
  );
}

function FileLimits({ prefix, field, onChange }: KindFieldsProps) {
  const { maxCount, maxSizeMb } = field['x-props'] ?? {};
  return (
    <>
      <label htmlFor={`${prefix}-maxCount`}>最多数量</label>
      <div className={styles.row}>
        <InputNumber
          id={`${prefix}-maxCount`}
          placeholder="不限"
          value={maxCount ?? null}
          onChange={(count) => onChange(withProp(field, 'maxCount', count ?? undefined))}
        />
      </div>
      <label htmlFor={`${prefix}-maxSizeMb`}>单个大小</label>
      <div className={styles.row}>
        <InputNumber
          id={`${prefix}-maxSizeMb`}
          placeholder={String(uploadDefaults.maxSizeMb)}
          suffix="MB"
          value={maxSizeMb ?? null}
          onChange={(size) => onChange(withProp(field, 'maxSizeMb', size ?? undefined))}
        />
      </div>
    </>
  );
}

/** Returns the field with a property set, or without it. */
function withProp<Name extends keyof FieldProps>(
  field: FieldModel,
  name: Name,
  value: FieldProps[Name] | undefined,
): FieldModel {
  const { [name]: _, ...others } = field['x-props'] ?? {};
  return { ...field, 'x-props': value === undefined ? others : { ...others, [name]: value } };
}
