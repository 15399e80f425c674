import type { Applicant } from '#contract/applicant.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { applicantFacts } from '../applicant-facts.ts';
import type { DetailSlots } from '../detail-slots.ts';
import { Facts } from './Facts.tsx';
import { MaskedValues } from './MaskedValues.tsx';
import { useReveal } from './use-reveal.ts';

/** Shows the applicant, read-only and masked; unmasked on demand for users with the right. */
export function ApplicantSection(props: {
  order: Pick<WorkOrderPage['order'], 'code' | 'applicantWord' | 'isPetition'>;
  applicant: Applicant | null;
  mayReveal: boolean;
  PetitionHistory: DetailSlots['PetitionHistory'];
}) {
  const { order, applicant, mayReveal, PetitionHistory } = props;
  const { reveal, running } = useReveal(workOrders.revealApplicant, order.code);
  if (applicant === null)
    return <EmptyState compact title={applicantTexts(order.applicantWord).factsMissing} />;
  const history = order.isPetition ? (
    <PetitionHistory
      petitioner={() => ({ kind: 'order', code: order.code, applicantTerm: order.applicantWord })}
    />
  ) : undefined;
  return (
    <MaskedValues
      canReveal={applicant.masked && mayReveal}
      running={running}
      reveal={reveal}
      actions={history}
    >
      {(clear) => <Facts facts={applicantFacts(clear ?? applicant)} />}
    </MaskedValues>
  );
}
