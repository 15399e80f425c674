import type { ComponentType } from 'react';
import type { PetitionHistoryRow } from '#contract/petition-history.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { applicantInput } from './applicant-form.ts';
import { enterOriginalPetition } from './original-petition.ts';
import type { DuplicateWarning } from './use-duplicate-check.ts';
import type { Item } from './use-initiation.ts';

/** The button of 历史信访, which another capability provides. */
export type PetitionHistoryOfInitiation = ComponentType<{
  /** Returns the person who is being registered, with the current form values. */
  petitioner: () => {
    kind: 'person';
    taskCode: string;
    applicantTerm: string;
    name: string;
    certTyp: string;
    certNum: string;
    contTel: string;
  };
  onLink: ((row: PetitionHistoryRow) => void) | undefined;
  /** Returns the reason why a petition cannot be linked; undefined if it can. */
  reasonNotLinkable: (row: PetitionHistoryRow) => string | undefined;
}>;

/**
 * Shows 历史信访 of the applicant being registered; the selected petition is entered as the original order, and
 * no other field changes.
 */
export function ApplicantHistory(props: {
  item: Pick<Item, 'taskCode' | 'applicantWord' | 'petition' | 'duplicateCheck'>;
  applicant: FormHandle;
  openFormList: readonly OpenForm[];
  /** The warning about an unfinished order of the typed certificate. */
  lastWarning: DuplicateWarning | undefined;
  PetitionHistory: PetitionHistoryOfInitiation;
}) {
  const { item, applicant, openFormList, lastWarning, PetitionHistory } = props;
  const { taskCode, applicantWord: applicantTerm, duplicateCheck } = item;
  const texts = applicantTexts(applicantTerm);
  const feedback = useFeedback();
  const original = item.petition?.original;
  return (
    <PetitionHistory
      petitioner={() => {
        const { name, certCategory, certCode, mobile, contactNo } = applicantInput(applicant);
        const contTel = mobile || contactNo;
        return {
          kind: 'person',
          taskCode,
          applicantTerm,
          name,
          certTyp: certCategory,
          certNum: certCode,
          contTel,
        };
      }}
      // Only the order that prevents the start can be linked; the submission with any other order would be refused.
      reasonNotLinkable={({ keepsFromStarting }) => {
        if (!duplicateCheck || applicantInput(applicant).certCode === '') return undefined;
        const allowsUnfinished = original?.unfinished === true;
        if (keepsFromStarting) return allowsUnfinished ? undefined : texts.orderUnfinished;
        if (lastWarning === undefined) return undefined;
        return allowsUnfinished ? texts.unfinishedMustBeOriginal : texts.unfinishedMustEndFirst;
      }}
      onLink={
        original
          ? ({ workOrdCd }) => {
              enterOriginalPetition(openFormList, original, workOrdCd);
              feedback.success(`已将 ${workOrdCd} 设为原办件`);
            }
          : undefined
      }
    />
  );
}
