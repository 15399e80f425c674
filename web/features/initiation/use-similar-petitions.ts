import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { petitions } from '#contract/petitions.ts';
import { areaOf, matterOf } from '#domain/items/petition-fields.ts';
import { comparedLength } from '#domain/petitions/similar-words.ts';
import { call } from '#web/api/call.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import type { OpenForm } from '#web/toolkit/open-forms/open-forms.ts';
import { applicantInput } from './applicant-form.ts';
import type { Item } from './use-initiation.ts';

/** Similar petitions, and the time of the search. */
export interface FoundPetitions {
  answer: OutputOf<typeof petitions.findSimilar>;
  at: Date;
}

/**
 * Searches for similar petitions whenever a field was left with other contents, and again when `round` changes; never
 * while somebody types. A search that fails leaves the last result: the server checks again at the start.
 */
export function useSimilarPetitions(
  item: Pick<Item, 'taskCode' | 'petition'>,
  applicant: FormHandle,
  openForms: readonly OpenForm[],
  round: number,
): FoundPetitions | undefined {
  const [found, setFound] = useState<FoundPetitions>();
  const { taskCode } = item;
  const similar = item.petition?.similar;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round searches again
  useEffect(() => {
    if (!similar) return;
    let searched = '';
    let controller = new AbortController();
    const search = async () => {
      const { name, certCategory, certCode, mobile, contactNo } = applicantInput(applicant);
      const contents = Object.fromEntries(
        openForms.map(({ form, handle }) => [form.formCode, handle?.values() ?? {}]),
      );
      const body = {
        ...{ taskCode, name, certCategory, certCode, mobile: mobile || contactNo },
        matter: matterOf(similar, contents).slice(0, comparedLength),
        area: areaOf(similar, contents),
      };
      const key = JSON.stringify(body);
      const isEmpty = certCode === '' && body.mobile === '' && body.matter === '';
      if (key === searched || isEmpty) return;
      searched = key;
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const answer = await call(petitions.findSimilar, { body }, { signal }).catch(() => undefined);
      if (answer === undefined || signal.aborted) return;
      setFound({ answer, at: new Date() });
    };
    const onLeave = () => void search();
    void search();
    document.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('focusout', onLeave);
      controller.abort();
    };
  }, [applicant, openForms, similar, taskCode, round]);
  return found;
}
