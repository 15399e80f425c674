import { applicantTexts } from '#domain/applicants/applicant-word.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { PetitionHistoryButton } from '#web/toolkit/petition-history/PetitionHistoryButton.tsx';
import { applicantInput } from './applicant-form.ts';
import type { Item } from './use-initiation.ts';

/** 历史信访 of whoever is being registered; the one that is chosen is named as the earlier petition, and no more. */
export function ApplicantHistory(props: {
  item: Pick<Item, 'applicantWord' | 'petition' | 'duplicateCheck'>;
  applicant: FormHandle;
  open: readonly OpenForm[];
}) {
  const { item, applicant, open } = props;
  const feedback = useFeedback();
  const original = item.petition?.original;
  return (
    <PetitionHistoryButton
      petitioner={() => {
        const { name, certCategory, certCode, mobile, contactNo } = applicantInput(applicant);
        const word = item.applicantWord;
        const contTel = mobile || contactNo;
        return { kind: 'asked', word, name, certTyp: certCategory, certNum: certCode, contTel };
      }}
      whyNotLinked={({ ended }) =>
        // The submission would be refused: an applicant with a certificate has one open matter of this item.
        item.duplicateCheck && !ended && applicantInput(applicant).certCode !== ''
          ? applicantTexts(item.applicantWord).stillOpen
          : undefined
      }
      onLink={
        original
          ? ({ workOrdCd }) => {
              // The field of the number shows only once the form says that the petition is a repeated one.
              for (const [path, value] of Object.entries(original.beside)) change(open, path, value);
              change(open, original.field, workOrdCd);
              feedback.success(`已将 ${workOrdCd} 设为原办件`);
            }
          : undefined
      }
    />
  );
}

function change(open: readonly OpenForm[], path: string, value: string): void {
  const [formCode, field = ''] = path.split('.');
  open.find(({ form }) => form.formCode === formCode)?.handle?.store.change(field, value);
}
