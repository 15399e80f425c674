import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Watermark } from 'antd';
import { useEffect, useState } from 'react';
import { type Applicant, workOrders } from '#contract/work-orders.ts';
import { genderLabel, isGender } from '#domain/enumerations/gender.ts';
import { useAction } from '#web/api/use-action.ts';
import { useMe } from '#web/api/use-me.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { type Fact, Facts } from './Facts.tsx';

/**
 * The applicant, read-only and masked. Clear values come by an audited call, stand under the reader's name, and go again
 * when they are hidden or the screen is left.
 */
export function ApplicantPanel(props: {
  orderCode: string;
  applicant: Applicant | null;
  mayReveal: boolean;
}) {
  const { orderCode, applicant, mayReveal } = props;
  const [clear, setClear] = useState<Applicant>();
  const { run, running } = useAction(workOrders.revealApplicant);
  const feedback = useFeedback();
  const me = useMe();

  useEffect(() => () => setClear(undefined), []);

  if (applicant === null) return <EmptyState compact title="该办件没有申请人信息" />;

  const reveal = async () => {
    const outcome = await run({ params: { workorderCode: orderCode } });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'done') setClear(outcome.data);
  };
  const shown = clear ?? applicant;
  const facts = <Facts facts={applicantFacts(shown)} />;
  return (
    <>
      {applicant.masked && mayReveal && (
        <div className="reveal">
          <Button
            icon={clear === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
            loading={running}
            aria-pressed={clear !== undefined}
            onClick={() => (clear === undefined ? void reveal() : setClear(undefined))}
          >
            {clear === undefined ? '显示敏感信息' : '隐藏敏感信息'}
          </Button>
          <span className="reveal-note">查看敏感信息将被记录</span>
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

export function applicantFacts(applicant: Applicant): Fact[] {
  return [
    { label: '姓名', value: applicant.name },
    { label: '性别', value: isGender(applicant.sex) ? genderLabel[applicant.sex] : '' },
    { label: '证件类型', value: applicant.certCategoryLabel },
    { label: '证件号码', value: applicant.certCode },
    { label: '手机号码', value: applicant.mobile },
    { label: '固定电话', value: applicant.contactNo },
    { label: '联系地址', value: applicant.address, wide: true },
    { label: '备注', value: applicant.remark, wide: true },
  ];
}
