import type { Applicant } from '#contract/applicant.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { representativeLabel } from '#domain/applicants/check-applicant.ts';
import { isOrganisation } from '#domain/enumerations/applicant-type.ts';
import { genderLabel, isGender } from '#domain/enumerations/gender.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { PetitionHistoryButton } from '#web/toolkit/petition-history/PetitionHistoryButton.tsx';
import { type Fact, Facts } from './Facts.tsx';
import { Revealable } from './Revealable.tsx';
import { useReveal } from './use-reveal.ts';

/** Shows the applicant, read-only and masked, and in the clear on demand to users with the right. */
export function ApplicantPanel(props: {
  order: Pick<WorkOrderPage['order'], 'code' | 'applicantWord' | 'isPetition'>;
  applicant: Applicant | null;
  mayReveal: boolean;
}) {
  const { order, applicant, mayReveal } = props;
  const { reveal, running } = useReveal(workOrders.revealApplicant, order.code);
  if (applicant === null)
    return <EmptyState compact title={applicantTexts(order.applicantWord).factsAbsent} />;
  const history = order.isPetition ? (
    <PetitionHistoryButton
      petitioner={() => ({ kind: 'order', code: order.code, word: order.applicantWord })}
    />
  ) : undefined;
  return (
    <Revealable may={applicant.masked && mayReveal} running={running} reveal={reveal} beside={history}>
      {(clear) => <Facts facts={applicantFacts(clear ?? applicant)} />}
    </Revealable>
  );
}

/**
 * Returns the applicant's data in words: a person with the sex, an organisation with its kind and
 * representative.
 */
export function applicantFacts(applicant: Applicant): Fact[] {
  const organisation = isOrganisation(applicant.applyerType);
  const represented = organisation || applicant.representName !== '';
  return [
    { label: organisation ? '单位名称' : '姓名', value: applicant.name },
    ...(organisation ? organisationFacts(applicant) : [{ label: '性别', value: sexOf(applicant) }]),
    { label: '证件类型', value: applicant.certCategoryLabel },
    { label: '证件号码', value: applicant.certCode },
    ...(represented ? representativeFacts(applicant) : []),
    { label: '手机号码', value: applicant.mobile },
    { label: '固定电话', value: applicant.contactNo },
    { label: '联系地址', value: applicant.address, wide: true },
    { label: '备注', value: applicant.remark, wide: true },
  ];
}

function sexOf({ sex }: Applicant): string {
  return isGender(sex) ? genderLabel[sex] : '';
}

function organisationFacts(applicant: Applicant): Fact[] {
  return [
    { label: '组织类型', value: applicant.applyerTypeLabel },
    { label: '企业类型', value: applicant.enterpriseTypeLabel },
  ];
}

function representativeFacts(applicant: Applicant): Fact[] {
  return [
    { label: representativeLabel.name, value: applicant.representName },
    { label: representativeLabel.certCategory, value: applicant.representCertCategoryLabel },
    { label: representativeLabel.certCode, value: applicant.representCertCode },
    { label: representativeLabel.mobile, value: applicant.representMobile },
  ];
}
