import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { checkCertificate } from '#domain/certificates/certificate.ts';
import { normaliseNumber } from '#domain/certificates/normalise-numbers.ts';
import { isCertificateCategory } from '#domain/enumerations/certificate-category.ts';
import { call } from '#web/api/call.ts';
import type { FormStore } from '#web/toolkit/form/form-store.ts';
import { readCertificate } from './applicant-form.ts';

/** The warning about a duplicate: the server's message, and the unfinished order if the user may read it. */
export type DuplicateWarning = Pick<OutputOf<typeof initiation.check>, 'msg' | 'order'>;

/** A short pause, so that no request is sent for each part of an unfinished number. */
const pauseMilliseconds = 400;
const typingPauseMilliseconds = 600;

export interface DuplicateCheck {
  /** The warning about an unfinished order of the typed certificate. */
  lastWarning: DuplicateWarning | undefined;
  /** The same warning until the user dismisses it. */
  openWarning: DuplicateWarning | undefined;
  dismiss: () => void;
  /** Checks again, after a submission was refused. */
  checkAgain: () => Promise<DuplicateWarning | undefined>;
}

/**
 * Checks whether the applicant has an unfinished order for the item as soon as the certificate is valid (S1
 * §5); returns a warning if so. If the check fails, the user can continue: the server checks again at the start.
 */
export function useDuplicateCheck(
  applicant: FormStore,
  item: { id: string; taskCode: string; duplicateCheck: boolean },
): DuplicateCheck {
  const [lastWarning, setLastWarning] = useState<DuplicateWarning>();
  const [isShown, setShown] = useState(false);
  const { id, taskCode, duplicateCheck } = item;

  const requestCheck = useCallback(
    async (certificate: Certificate, signal?: AbortSignal) => {
      const query = { itemDeployId: id, taskCode, ...certificate };
      const result = await call(initiation.check, { query }, signal && { signal }).catch(() => undefined);
      return result?.flag === false ? result : undefined;
    },
    [id, taskCode],
  );
  useEffect(() => {
    if (!duplicateCheck) return;
    let checkedKey = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const controller = new AbortController();
    const check = () => {
      const certificate = typedCertificate(applicant);
      const certificateKey = certificate ? Object.values(certificate).join(' ') : '';
      if (certificateKey === checkedKey) return;
      checkedKey = certificateKey;
      setLastWarning(undefined);
      clearTimeout(timer);
      if (certificate === undefined) return;
      timer = setTimeout(async () => {
        const result = await requestCheck(certificate, controller.signal);
        if (checkedKey !== certificateKey) return;
        setLastWarning(result);
        if (result === undefined) return setShown(false);
        await waitForTypingPause(controller.signal);
        if (checkedKey === certificateKey) setShown(true);
      }, pauseMilliseconds);
    };
    check();
    const stop = applicant.onEdit(check);
    return () => {
      stop();
      clearTimeout(timer);
      controller.abort();
    };
  }, [applicant, duplicateCheck, requestCheck]);

  return {
    lastWarning,
    openWarning: isShown ? lastWarning : undefined,
    dismiss: () => setShown(false),
    async checkAgain() {
      const certificate = typedCertificate(applicant);
      const result = certificate && (await requestCheck(certificate));
      setLastWarning(result);
      return result;
    },
  };
}

/**
 * Waits until no key was pressed for a while: a dialog that opens during typing would receive the input for the
 * next field.
 */
function waitForTypingPause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      document.removeEventListener('keydown', restart, true);
      resolve();
    };
    let timer = setTimeout(finish, typingPauseMilliseconds);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(finish, typingPauseMilliseconds);
    };
    document.addEventListener('keydown', restart, true);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', restart, true);
    });
  });
}

interface Certificate {
  certCategory: string;
  certCode: string;
}

/** Returns the certificate of the card; undefined while it is incomplete. */
function typedCertificate(applicant: FormStore): Certificate | undefined {
  const entered = readCertificate(applicant);
  const { certCategory } = entered;
  const certCode = normaliseNumber(entered.certCode);
  const isValid =
    isCertificateCategory(certCategory) && certCode !== '' && !checkCertificate(certCategory, certCode);
  return isValid ? { certCategory, certCode } : undefined;
}
