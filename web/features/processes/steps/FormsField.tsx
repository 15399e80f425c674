import { Button, Select } from 'antd';
import type { FormOfSteps } from '#contract/processes.ts';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { type StepForm, stepAuthorityLabel } from '#domain/workflow/steps/step-plan.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import styles from './steps.module.css';

const authorityOptions = ([2, 1, 0] as const).map((value) => ({ value, label: stepAuthorityLabel[value] }));

/** Edits the forms that a step shows, and the fields that can be filled in there. */
export function FormsField(props: {
  labelledBy: string;
  problems?: readonly Problem[];
  forms: readonly FormOfSteps[];
  value: StepForm[];
  onChange: (value: StepForm[]) => void;
}) {
  const { labelledBy, problems = [], forms, value, onChange } = props;
  const set = (form: string, change: Partial<StepForm>) =>
    onChange(value.map((each) => (each.form === form ? { ...each, ...change } : each)));
  const nameOf = (code: string) => forms.find((form) => form.code === code)?.name ?? code;
  const unusedForms = forms.filter(({ code }) => !value.some(({ form }) => form === code));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid item in every browser
    <div className={styles.forms} role="group" aria-labelledby={labelledBy}>
      {value.map(({ form, authority, fields, restricted = [] }) => (
        <div key={form} className={styles.row}>
          <span className={styles.formName}>{nameOf(form)}</span>
          <Select
            aria-label={`${nameOf(form)} 的权限`}
            value={authority}
            options={authorityOptions}
            onChange={(selection) => set(form, { authority: selection, fields: [], restricted: undefined })}
          />
          {authority === 1 && (
            <NameSelect
              aria-label={`${nameOf(form)} 中可填写的字段`}
              className={styles.grow ?? ''}
              mode="multiple"
              maxTagCount="responsive"
              placeholder="其中可填写的字段"
              value={[...fields]}
              options={fieldsOf(forms, form)}
              onChange={(selection) => set(form, { fields: selection })}
            />
          )}
          {authority !== 0 &&
            innerFieldsOf(forms, form).length > 0 &&
            ([1, 0] as const).map((level) => (
              <NameSelect
                key={level}
                aria-label={`${nameOf(form)} 中${stepAuthorityLabel[level]}的列`}
                className={styles.grow ?? ''}
                mode="multiple"
                maxTagCount="responsive"
                placeholder={`其中${stepAuthorityLabel[level]}的列或内层字段`}
                value={restricted.filter((each) => each.authority === level).map(({ field }) => field)}
                options={innerFieldsOf(forms, form)}
                onChange={(selection: string[]) =>
                  set(form, {
                    restricted: [
                      ...restricted.filter(
                        ({ field, authority: other }) => other !== level && !selection.includes(field),
                      ),
                      ...selection.map((field) => ({ field, authority: level })),
                    ],
                  })
                }
              />
            ))}
          <Button
            type="link"
            size="small"
            aria-label={`移除 ${nameOf(form)}`}
            onClick={() => onChange(value.filter((each) => each.form !== form))}
          >
            移除
          </Button>
        </div>
      ))}
      <NameSelect
        aria-label="添加表单"
        className={styles.short ?? ''}
        placeholder={forms.length === 0 ? '还没有表单，请先发布表单' : '添加表单'}
        disabled={unusedForms.length === 0}
        value={null}
        options={unusedForms.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(form: string | null) => {
          if (form !== null) onChange([...value, { form, authority: 2, fields: [] }]);
        }}
      />
      <FieldProblems problems={problems} />
    </div>
  );
}

/**
 * Returns the columns of tables and the fields inside others, which may have less authority than those around them.
 */
function innerFieldsOf(forms: readonly FormOfSteps[], form: string) {
  const fields = forms.find(({ code }) => code === form)?.fields ?? [];
  return fields.flatMap(({ inner }) => inner.map(({ path, title }) => ({ value: path, label: title })));
}

function fieldsOf(forms: readonly FormOfSteps[], form: string) {
  const fields = forms.find(({ code }) => code === form)?.fields ?? [];
  return fields
    .filter(({ kind }) => findKind(kind)?.holdsValue ?? true)
    .map(({ id, title }) => ({ value: id, label: title }));
}
