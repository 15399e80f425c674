import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { checkCertificate } from '#domain/certificates/certificate.ts';
import { tidyNumber } from '#domain/certificates/typed-numbers.ts';
import { isCertificateCategory } from '#domain/enumerations/certificate-category.ts';
import { call } from '#web/api/call.ts';
import type { FormStore } from '#web/toolkit/form/form-store.ts';
import { readCertificate } from './applicant-form.ts';

/** What stands against a second order: the server's words, and the first order where the person may read it. */
export type DuplicateFound = Pick<OutputOf<typeof initiation.check>, 'msg' | 'order'>;

/** Typing goes on while a number is not whole; a short pause keeps the server from being asked for each part of it. */
const pauseMilliseconds = 400;

/**
 * Asks whether the applicant has an unfinished order for the item as soon as the certificate is valid (S1 §5); gives
 * what it found when so. A check that fails stands in nobody's way: starting checks again.
 */
export function useDuplicateCheck(
  applicant: FormStore,
  item: { id: string; taskCode: string; duplicateCheck: boolean },
): { found: DuplicateFound | undefined; dismiss: () => void } {
  const [found, setFound] = useState<DuplicateFound>();
  const { id, taskCode, duplicateCheck } = item;

  useEffect(() => {
    if (!duplicateCheck) return;
    let asked = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leaving = new AbortController();
    const look = () => {
      const typed = readCertificate(applicant);
      const { certCategory } = typed;
      const certCode = tidyNumber(typed.certCode);
      const valid =
        isCertificateCategory(certCategory) && certCode !== '' && !checkCertificate(certCategory, certCode);
      const wanted = valid ? `${certCategory} ${certCode}` : '';
      if (wanted === asked) return;
      asked = wanted;
      clearTimeout(timer);
      if (wanted === '') return;
      timer = setTimeout(async () => {
        const query = { itemDeployId: id, taskCode, certCode, certCategory };
        const answer = await call(initiation.check, { query }, { signal: leaving.signal }).catch(
          () => undefined,
        );
        if (answer?.flag === false && asked === wanted) setFound(answer);
      }, pauseMilliseconds);
    };
    look();
    const stop = applicant.onEdit(look);
    return () => {
      stop();
      clearTimeout(timer);
      leaving.abort();
    };
  }, [applicant, id, taskCode, duplicateCheck]);

  return { found, dismiss: () => setFound(undefined) };
}
