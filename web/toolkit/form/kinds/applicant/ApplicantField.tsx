import { Input, Select } from 'antd';
import { type ComponentType, useEffect, useState } from 'react';
import { applicantPartTitles, applicantTexts } from '#domain/applicants/applicant-texts.ts';
import type { BasicApplicant } from '#domain/applicants/check-basic-applicant.ts';
import { PersonalCertificate, personalCertificateLabel } from '#domain/enumerations/certificate-category.ts';
import { codeOptions } from '#domain/enumerations/code-list.ts';
import { Platform } from '#domain/enumerations/platform.ts';
import { applicant, applicantProblems, applicantTermOf } from '#domain/forms/kinds/applicant/applicant.ts';
import { isMaskedPart } from '#domain/forms/kinds/kind.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { onlinePersonNote, useFormContext } from '../../form-context.ts';
import { IdCardButton } from '../../IdCardButton.tsx';
import type { FieldEditorProps } from '../../kind-view.ts';
import { usePlatform } from '../../platform.ts';
import { ApplicantText } from './ApplicantText.tsx';
import styles from './applicant.module.css';

const certificates = codeOptions(PersonalCertificate, personalCertificateLabel);

/**
 * Edits a person: name, certificate and phone number (S2 §2). Online it is the signed-in person and cannot be
 * changed; at a window it has the button of the card reader.
 */
export function ApplicantField(
  props: FieldEditorProps<BasicApplicant> & { Category?: ComponentType<CategoryProps> },
) {
  const { Category = CategorySelect, control, disabled, field, onBlur, value } = props;
  const { onlinePerson } = useFormContext();
  const platform = usePlatform();
  const term = applicantTermOf(field.props);
  const invalid = control['aria-invalid'] ? applicantProblems(value, { props: field.props }) : [];
  const partProps = (part: keyof BasicApplicant) => ({
    ...props,
    part,
    title: applicantPartTitles(term)[part],
    isInvalid: invalid.some((problem) => problem.part === part),
  });
  useOnlinePerson(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the field has a label
    <div
      role="group"
      id={control.id}
      tabIndex={-1}
      aria-label={control['aria-label']}
      aria-labelledby={control['aria-labelledby']}
      aria-describedby={control['aria-describedby']}
      className={styles.applicant}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      {onlinePerson !== undefined ? (
        <>
          <ApplicantText {...props} />
          <p className={styles.note}>{onlinePersonNote}</p>
        </>
      ) : (
        <>
          {platform === Platform.mobile && invalid.length > 0 && (
            <p className={styles.problem}>{applicantTexts(term).factsInvalid}</p>
          )}
          <div className={styles.parts}>
            <TextPart {...partProps('name')} isRequired={control['aria-required'] === true} />
            <CategoryPart {...partProps('certCategory')} Category={Category} />
            <TextPart {...partProps('certCode')} />
            <TextPart {...partProps('mobile')} isRequired={control['aria-required'] === true} />
          </div>
          {platform === Platform.window && !disabled && <IdCardButton />}
        </>
      )}
    </div>
  );
}

/** Enters the signed-in person, in place of what was typed before on another platform. */
function useOnlinePerson({ value, onChange }: FieldEditorProps<BasicApplicant>): void {
  const { onlinePerson } = useFormContext();
  const person = onlinePerson && { ...onlinePerson, certCategory: PersonalCertificate.idCard };
  const isEntered = person === undefined || isSame(value, applicant.normalise(person));
  useEffect(() => {
    if (!isEntered && person) onChange(person);
  });
}

interface PartProps extends FieldEditorProps<BasicApplicant> {
  part: keyof BasicApplicant;
  title: string;
  isInvalid: boolean;
  isRequired?: boolean;
}

/** Edits a text of the person; one that only the server has is replaced by what is typed, and kept otherwise. */
function TextPart(props: PartProps) {
  const { control, disabled, isInvalid, isRequired = false, onChange, part, title, value } = props;
  // The text as it is typed, with the blanks that are removed from the value.
  const [typed, setTyped] = useState<string>();
  const secret = applicant.secretParts?.[part];
  const isMasked = secret !== undefined && isMaskedPart(secret, value[part]);
  return (
    <div className={styles.part}>
      <label htmlFor={`${control.id}-${part}`} data-required={isRequired || undefined}>
        {title}
      </label>
      <Input
        id={`${control.id}-${part}`}
        autoComplete="off"
        aria-required={isRequired}
        aria-invalid={isInvalid}
        disabled={disabled}
        inputMode={part === 'mobile' ? 'tel' : undefined}
        placeholder={isMasked ? '原内容已隐藏，输入后将替换' : '请输入'}
        status={isInvalid ? 'error' : ''}
        value={typed ?? value[part]}
        onFocus={() => setTyped(isMasked ? '' : value[part])}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange({ ...value, [part]: target.value });
        }}
      />
    </div>
  );
}

/** A control for the category of the certificate; a phone has another one. */
export interface CategoryProps extends Pick<PartProps, 'disabled' | 'isInvalid' | 'onBlur' | 'title'> {
  id: string;
  labelId: string;
  value: string;
  options: typeof certificates;
  onChoose: (category: string) => void;
}

function CategoryPart({ Category, ...props }: PartProps & { Category: ComponentType<CategoryProps> }) {
  const { control, disabled, isInvalid, onBlur, onChange, title, value } = props;
  const id = `${control.id}-certCategory`;
  return (
    <div className={styles.part}>
      <label htmlFor={id} id={`${id}-label`}>
        {title}
      </label>
      <Category
        {...{ id, disabled, isInvalid, onBlur, title }}
        labelId={`${id}-label`}
        value={value.certCategory}
        options={certificates}
        onChoose={(certCategory) => onChange({ ...value, certCategory })}
      />
    </div>
  );
}

function CategorySelect({ id, disabled, isInvalid, options, value, onChoose }: CategoryProps) {
  return (
    <Select
      id={id}
      aria-invalid={isInvalid}
      className={styles.select ?? ''}
      disabled={disabled}
      options={options}
      status={isInvalid ? 'error' : ''}
      value={value}
      onChange={(category) => onChoose(category)}
    />
  );
}
