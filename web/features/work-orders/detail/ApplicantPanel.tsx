import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Watermark } from 'antd';
import { useEffect, useState } from 'react';
import type { Applicant } from '#contract/applicant.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { representativeLabel } from '#domain/applicants/check-applicant.ts';
import { isOrganisation } from '#domain/enumerations/applicant-type.ts';
import { genderLabel, isGender } from '#domain/enumerations/gender.ts';
import { useAction } from '#web/api/use-action.ts';
import { useMe } from '#web/api/use-me.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './detail.module.css';
import { type Fact, Facts } from './Facts.tsx';

/**
 * The applicant, read-only and masked. Clear values come by an audited call, stand under the reader's name, and go again
 * when they are hidden or the screen is left.
 */
export function ApplicantPanel(props: {
  order: Pick<WorkOrderPage['order'], 'code' | 'applicantWord'>;
  applicant: Applicant | null;
  mayReveal: boolean;
}) {
  const { order, applicant, mayReveal } = props;
  const [clear, setClear] = useState<Applicant>();
  const { run, running } = useAction(workOrders.revealApplicant);
  const feedback = useFeedback();
  const me = useMe();

  useEffect(() => () => setClear(undefined), []);

  if (applicant === null) return <EmptyState compact title={`该办件没有${order.applicantWord}信息`} />;

  const reveal = async () => {
    const outcome = await run({ params: { workorderCode: order.code } });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'done') setClear(outcome.data);
  };
  const shown = clear ?? applicant;
  const facts = <Facts facts={applicantFacts(shown)} />;
  return (
    <>
      {applicant.masked && mayReveal && (
        <div className={styles.reveal}>
          <Button
            icon={clear === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
            loading={running}
            aria-pressed={clear !== undefined}
            onClick={() => (clear === undefined ? void reveal() : setClear(undefined))}
          >
            {clear === undefined ? '显示敏感信息' : '隐藏敏感信息'}
          </Button>
          <span className={styles.revealNote}>查看敏感信息将被记录</span>
        </div>
      )}
      {clear === undefined ? (
        facts
      ) : (
        <Watermark content={me === undefined ? '办件通' : [me.name, me.username]} gap={[48, 48]}>
          {facts}
        </Watermark>
      )}
    </>
  );
}

/** The card in words: a person with the sex, an organisation with its kind and who represents it. */
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
