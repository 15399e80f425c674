import { useCallback, useEffect, useRef, useState } from 'react';
import { type QrCode, type QrFiles, qrUpload } from '#contract/phone-upload.ts';
import { PhoneUploadState, phoneUploadTimes } from '#domain/uploads/phone-upload.ts';
import { call } from '#web/api/call.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import type { PhoneUploadProps } from '../form/phone-upload-props.ts';

/** A code on the screen; times by this desktop's own clock. */
export interface DisplayedCode extends QrCode {
  shownAt: number;
  deadline: number;
}

const noFiles: QrFiles = { rows: [], total: 0, arriving: [] };

/**
 * Holds a code and the files that arrive by it (S0 §4, §9): polled every 5 seconds, and at once when the
 * server reports a change. The desktop detects the expiry of its code itself, even without a network.
 */
export function useQrUpload({ place, rule, present }: Pick<PhoneUploadProps, 'place' | 'rule' | 'present'>) {
  const [code, setCode] = useState<DisplayedCode>();
  const [state, setState] = useState<PhoneUploadState>(PhoneUploadState.shown);
  const [files, setFiles] = useState<QrFiles>(noFiles);
  const [failure, setFailure] = useState<unknown>();
  const latest = useRef(code);
  latest.current = code;
  const codeRequest = useRef({ ...place, ...rule, present });
  const isRequesting = useRef(false);
  const [earlierFileCount, setEarlierFileCount] = useState(0);
  const arrivedCount = useRef(0);
  arrivedCount.current = files.rows.length;

  const requestCode = useCallback(async (previous?: string) => {
    if (isRequesting.current) return;
    isRequesting.current = true;
    setFailure(undefined);
    const { form, field, accept, maxSizeMb, maxCount, present: presentCount } = codeRequest.current;
    const query = {
      form,
      field,
      accept: accept?.join(','),
      maxSizeMb,
      maxCount,
      present: presentCount,
      previous,
    };
    try {
      const answer = await call(qrUpload.create, { query });
      const shownAt = Date.now();
      setCode({ ...answer, shownAt, deadline: shownAt + answer.secondsLeft * 1000 });
      setState(PhoneUploadState.shown);
      setEarlierFileCount(previous === undefined ? 0 : arrivedCount.current);
    } catch (error) {
      setFailure(error);
    } finally {
      isRequesting.current = false;
    }
  }, []);
  useEffect(() => void (latest.current ?? requestCode()), [requestCode]);

  const check = useCallback(async () => {
    const id = latest.current?.qrcode;
    if (id === undefined) return;
    const params = { qrcode: id };
    try {
      const [stateAnswer, filesAnswer] = await Promise.all([
        call(qrUpload.state, { params }),
        call(qrUpload.files, { params }),
      ]);
      // The code was refreshed during the request.
      if (latest.current?.qrcode !== id) return;
      setFiles(filesAnswer);
      setState(stateAnswer.state);
    } catch {
      // The next poll repeats it.
    }
  }, []);
  useLiveEvent('qr-upload', (id) => {
    if (id === '' || id === latest.current?.qrcode) void check();
  });
  const isLive = state === PhoneUploadState.shown || state === PhoneUploadState.scanned;
  const deadline = code?.deadline;
  useEffect(() => {
    if (deadline === undefined || !isLive) return undefined;
    const poll = setInterval(() => void check(), phoneUploadTimes.pollSeconds * 1000);
    const expiry = setTimeout(() => {
      setState(PhoneUploadState.expired);
      void check();
    }, deadline - Date.now());
    return () => {
      clearInterval(poll);
      clearTimeout(expiry);
    };
  }, [deadline, isLive, check]);

  /** Ends an unused code; closing does not wait for the answer. */
  const end = useCallback((keep: boolean) => {
    const id = latest.current?.qrcode;
    if (id === undefined) return;
    void call(qrUpload.end, { params: { qrcode: id }, body: { keep } }).catch(() => undefined);
  }, []);
  /** After a submission: makes a new code that accounts for the files added meanwhile. */
  const requestMore = useCallback(
    (nowPresent: number) => {
      codeRequest.current.present = nowPresent;
      setCode(undefined);
      setFiles(noFiles);
      void requestCode();
    },
    [requestCode],
  );
  return {
    code,
    state,
    files,
    earlierFileCount,
    failure,
    refresh: () => void requestCode(latest.current?.qrcode),
    requestMore,
    end,
  };
}
