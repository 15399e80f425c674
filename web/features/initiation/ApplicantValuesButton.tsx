import { Button } from 'antd';
import type { ApplicantValue } from '#domain/forms/applicant-values.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { isEmptyFilter } from '#domain/lists/filters.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { Section } from '#web/toolkit/form/sections.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import { applicantName, isOrganisationCard } from './applicant-form.ts';
import styles from './initiation.module.css';

/** Shows 与申请人一致 at a section: a button that fills fields with values of the applicant. */
export function ApplicantValuesButton(props: {
  section: Section;
  form: FormHandle;
  applicant: FormHandle;
  /** The item's term for the applicant. */
  applicantTerm: string;
}) {
  const { section, form, applicant, applicantTerm } = props;
  const feedback = useFeedback();
  if (!section.fields.some((field) => field.applicantValue !== undefined)) return null;
  const fill = () => {
    const values = fieldsToFill(section.fields, form, applicant);
    for (const [id, value] of values) form.store.change(id, value);
    if (values.length === 0) feedback.warn(`请先填写${applicantTerm}信息`);
  };
  return (
    <Button size="small" className={styles.same} onClick={fill}>
      与{applicantTerm}一致
    </Button>
  );
}

/** Returns the fields that this person may edit, with the applicant's values that fit them. */
export function fieldsToFill(
  fields: readonly CompiledField[],
  { store }: FormHandle,
  applicant: FormHandle,
): [id: string, value: unknown][] {
  return fields.flatMap((field) => {
    const value = field.applicantValue && readApplicantValue(field.applicantValue, applicant);
    const { visible, editable, options } = store.view(field.id);
    const isOffered = !field.kind.takesOptions || options.some((option) => option.value === value);
    const canFill = visible && editable && isOffered && acceptsCertificate(field, applicant);
    return canFill && !isEmptyFilter(value) ? [[field.id, value]] : [];
  });
}

function readApplicantValue(name: ApplicantValue, applicant: FormHandle): unknown {
  if (name === 'name') return applicantName(applicant);
  if (name === 'organisationName')
    return isOrganisationCard(applicant.store) ? applicantName(applicant) : undefined;
  const { visible, editable } = applicant.store.view(name);
  // The numbers of the signed-in person, which cannot be edited, are masked.
  return visible && editable ? applicant.store.read(name) : undefined;
}

/** Checks that a field for the number of one kind of certificate gets no number of another kind. */
function acceptsCertificate({ applicantValue: name, rules }: CompiledField, { store }: FormHandle): boolean {
  if (name !== 'certCode' && name !== 'representCertCode') return true;
  const category = store.read(name === 'certCode' ? 'certCategory' : 'representCertCategory');
  return rules.every(
    ({ rule }) => rule.rule !== 'certificate' || rule.category === undefined || rule.category === category,
  );
}
