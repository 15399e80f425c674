import { Checkbox, Input, InputNumber, Select } from 'antd';
import type { FormOfSteps } from '#contract/processes.ts';
import type { FieldKind } from '#domain/forms/kinds/kind.ts';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import { switchText } from '#domain/forms/kinds/switch/switch.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { comparisonLabel, type StepCondition } from '#domain/workflow/steps/step-plan.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import styles from './steps.module.css';

type Field = FormOfSteps['fields'][number];

/** Edits the condition of a step: the form value for which the step is performed. */
export function ConditionField(props: {
  labelledBy: string;
  problems: readonly Problem[];
  /** The forms that the process uses, and that of the condition. */
  forms: readonly FormOfSteps[];
  value: StepCondition | null;
  onChange: (value: StepCondition | null) => void;
}) {
  const { labelledBy, problems, forms, value, onChange } = props;
  const fields = forms.flatMap((form) =>
    form.fields
      .filter(({ kind }) => findKind(kind)?.usableInCondition)
      .map((field) => ({ form: form.code, field })),
  );
  const index = fields.findIndex(({ form, field }) => form === value?.form && field.id === value.field);
  const conditionField = fields[index]?.field;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid item in every browser
    <div className={styles.forms} role="group" aria-labelledby={labelledBy}>
      <Checkbox
        checked={value !== null}
        disabled={fields.length === 0}
        onChange={({ target }) =>
          onChange(target.checked ? { form: '', field: '', is: '=', value: '' } : null)
        }
      >
        只在表单这样填写时才办理，否则跳过
      </Checkbox>
      {fields.length === 0 && <small>先在某个步骤选择表单，才能设置办理条件</small>}
      {value && (
        <div className={styles.row}>
          <NameSelect
            aria-label="条件的字段"
            className={styles.grow ?? ''}
            placeholder="表单和字段"
            value={index < 0 ? null : index}
            options={fields.map(({ form, field }, index) => ({
              value: index,
              label: `${forms.find(({ code }) => code === form)?.name ?? form} · ${field.title}`,
            }))}
            onChange={(index) => {
              const choice = index === null ? undefined : fields[index];
              if (choice)
                onChange({
                  form: choice.form,
                  field: choice.field.id,
                  is: comparisonsOf(choice.field)[0] ?? '=',
                  value: '',
                });
            }}
          />
          <Select
            aria-label="条件"
            value={value.is}
            options={comparisonsOf(conditionField).map((is) => ({ value: is, label: comparisonLabel[is] }))}
            onChange={(is) => onChange({ ...value, is })}
          />
          <ValueInput field={conditionField} value={value} onChange={onChange} />
        </div>
      )}
      <FieldProblems problems={problems} />
    </div>
  );
}

function comparisonsOf(field: Field | undefined): StepCondition['is'][] {
  if (field?.several) return ['has'];
  if (comparesAs(field) === 'number' || field?.kind === 'date' || field?.kind === 'time')
    return ['>=', '<=', '=', '!='];
  return ['=', '!='];
}

function comparesAs(field: Field | undefined): FieldKind['comparesAs'] {
  const kind = findKind(field?.kind);
  return kind?.comparesAs;
}

const examples: Readonly<Record<string, string>> = { date: '如 2026-01-01', time: '如 09:30' };
const switchOptions = [
  { value: true, label: switchText.on },
  { value: false, label: switchText.off },
];

function ValueInput(props: {
  field: Field | undefined;
  value: StepCondition;
  onChange: (value: StepCondition) => void;
}) {
  const { field, value, onChange } = props;
  const label = '条件的值';
  const set = (newValue: StepCondition['value']) => onChange({ ...value, value: newValue });
  if (comparesAs(field) === 'boolean')
    return (
      <Select
        aria-label={label}
        className={styles.kind ?? ''}
        placeholder="选择"
        value={value.value === '' ? null : value.value}
        options={switchOptions}
        onChange={(newValue) => set(newValue ?? '')}
      />
    );
  if (comparesAs(field) === 'number')
    return (
      <InputNumber
        aria-label={label}
        value={typeof value.value === 'number' ? value.value : null}
        onChange={(number) => set(number ?? '')}
      />
    );
  if (field !== undefined && field.options.length > 0)
    return (
      <Select
        aria-label={label}
        className={styles.kind ?? ''}
        placeholder="选择"
        value={value.value === '' ? null : value.value}
        options={field.options.map((option) => ({ value: option.value, label: option.label }))}
        onChange={(newValue) => set(newValue ?? '')}
      />
    );
  return (
    <Input
      aria-label={label}
      className={styles.kind ?? ''}
      maxLength={100}
      placeholder={examples[field?.kind ?? ''] ?? '填写'}
      value={String(value.value)}
      onChange={({ target }) => set(target.value)}
    />
  );
}
