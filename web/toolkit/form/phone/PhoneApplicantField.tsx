import type { BasicApplicant } from '#domain/applicants/check-basic-applicant.ts';
import { PersonalCertificate } from '#domain/enumerations/certificate-category.ts';
import type { FieldEditorProps } from '../kind-view.ts';
import type { CategoryProps } from '../kinds/applicant/ApplicantField.tsx';
import { ApplicantField } from '../kinds/LightKindField.tsx';
import { PhoneChoiceField } from './PhoneChoiceField.tsx';

/** Edits a person on a phone: the category of the certificate is chosen in the list that fills the screen. */
export function PhoneApplicantField(props: FieldEditorProps<BasicApplicant>) {
  return <ApplicantField {...props} Category={PhoneCategory} />;
}

function PhoneCategory(props: CategoryProps) {
  const { id, labelId, title, disabled, options, value, onBlur, onChoose } = props;
  const choices = options.map(({ value: key, label: name }) => ({ key, name }));
  return (
    <PhoneChoiceField
      title={title}
      control={{ id, 'aria-labelledby': labelId }}
      disabled={disabled}
      placeholder="请选择"
      cannotClear
      choices={choices}
      single
      chosen={choices.filter(({ key }) => key === value)}
      onChoose={([chosen]) => onChoose(chosen?.key ?? PersonalCertificate.idCard)}
      onBlur={onBlur}
    />
  );
}
