import { applicantPartTitles } from '#domain/applicants/applicant-texts.ts';
import type { BasicApplicant } from '#domain/applicants/check-basic-applicant.ts';
import {
  isPersonalCertificate,
  personalCertificateLabel,
} from '#domain/enumerations/certificate-category.ts';
import { applicant, applicantTermOf } from '#domain/forms/kinds/applicant/applicant.ts';
import formStyles from '../../form.module.css';
import type { FieldTextProps } from '../../kind-view.ts';
import styles from './applicant.module.css';

/** Shows a person; parts that this reader may not see are masked. */
export function ApplicantText({ field, value }: Pick<FieldTextProps<BasicApplicant>, 'field' | 'value'>) {
  if (applicant.isEmpty(value)) return <span className={formStyles.blank}>—</span>;
  const partTitles = applicantPartTitles(applicantTermOf(field.props));
  const { name, certCategory, certCode, mobile } = value;
  const facts = [
    [partTitles.name, name],
    [
      partTitles.certCategory,
      isPersonalCertificate(certCategory) ? personalCertificateLabel[certCategory] : '—',
    ],
    [partTitles.certCode, certCode || '—'],
    [partTitles.mobile, mobile || '—'],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
