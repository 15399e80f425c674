import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { checkCertificate } from '#domain/certificates/certificate.ts';
import { tidyNumber } from '#domain/certificates/typed-numbers.ts';
import { isCertificateCategory } from '#domain/enumerations/certificate-category.ts';
import { call } from '#web/api/call.ts';
import type { FormStore } from '#web/toolkit/form/form-store.ts';
import { readCertificate } from './applicant-form.ts';

/** The warning about a second order: the server's message, and the first order if the user may read it. */
export type DuplicateFound = Pick<OutputOf<typeof initiation.check>, 'msg' | 'order'>;

/** A short pause, so that the server is not asked about each part of an unfinished number. */
const pauseMilliseconds = 400;
const restMilliseconds = 600;

export interface DuplicateCheck {
  /** The warning about an unfinished order of the typed certificate. */
  lastFound: DuplicateFound | undefined;
  /** The same warning until the user dismisses it. */
  found: DuplicateFound | undefined;
  dismiss: () => void;
  /** Checks again, after a submission was refused. */
  ask: () => Promise<DuplicateFound | undefined>;
}

/**
 * Checks whether the applicant has an unfinished order for the item as soon as the certificate is valid (S1
 * §5); returns a warning if so. A failed check blocks no user: starting checks again.
 */
export function useDuplicateCheck(
  applicant: FormStore,
  item: { id: string; taskCode: string; duplicateCheck: boolean },
): DuplicateCheck {
  const [lastFound, setLastFound] = useState<DuplicateFound>();
  const [isShown, setShown] = useState(false);
  const { id, taskCode, duplicateCheck } = item;

  const askAbout = useCallback(
    async (certificate: Certificate, signal?: AbortSignal) => {
      const query = { itemDeployId: id, taskCode, ...certificate };
      const answer = await call(initiation.check, { query }, signal && { signal }).catch(() => undefined);
      return answer?.flag === false ? answer : undefined;
    },
    [id, taskCode],
  );
  useEffect(() => {
    if (!duplicateCheck) return;
    let checkedKey = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const offboarding = new AbortController();
    const check = () => {
      const certificate = typedCertificate(applicant);
      const wanted = certificate ? Object.values(certificate).join(' ') : '';
      if (wanted === checkedKey) return;
      checkedKey = wanted;
      setLastFound(undefined);
      clearTimeout(timer);
      if (certificate === undefined) return;
      timer = setTimeout(async () => {
        const answer = await askAbout(certificate, offboarding.signal);
        if (checkedKey !== wanted) return;
        setLastFound(answer);
        if (answer === undefined) return setShown(false);
        await waitForTypingPause(offboarding.signal);
        if (checkedKey === wanted) setShown(true);
      }, pauseMilliseconds);
    };
    check();
    const stop = applicant.onEdit(check);
    return () => {
      stop();
      clearTimeout(timer);
      offboarding.abort();
    };
  }, [applicant, duplicateCheck, askAbout]);

  return {
    lastFound,
    found: isShown ? lastFound : undefined,
    dismiss: () => setShown(false),
    async ask() {
      const certificate = typedCertificate(applicant);
      const answer = certificate && (await askAbout(certificate));
      setLastFound(answer);
      return answer;
    },
  };
}

/**
 * Waits until no key was pressed for a while: a dialog that opened in between would take the input for the
 * next field.
 */
function waitForTypingPause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      document.removeEventListener('keydown', wait, true);
      resolve();
    };
    let timer = setTimeout(end, restMilliseconds);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, restMilliseconds);
    };
    document.addEventListener('keydown', wait, true);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', wait, true);
    });
  });
}

interface Certificate {
  certCategory: string;
  certCode: string;
}

/** Returns the certificate of the card; undefined while it is incomplete. */
function typedCertificate(applicant: FormStore): Certificate | undefined {
  const typed = readCertificate(applicant);
  const { certCategory } = typed;
  const certCode = tidyNumber(typed.certCode);
  const valid =
    isCertificateCategory(certCategory) && certCode !== '' && !checkCertificate(certCategory, certCode);
  return valid ? { certCategory, certCode } : undefined;
}
