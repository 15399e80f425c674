import { useCallback, useEffect, useRef, useState } from 'react';
import { type QrCode, type QrFiles, qrUpload } from '#contract/phone-upload.ts';
import { PhoneUploadState, phoneUploadTimes } from '#domain/uploads/phone-upload.ts';
import { call } from '#web/api/call.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import type { PhoneUploadProps } from '../form/phone-upload-props.ts';

/** A code on the screen; times by this desktop's own clock. */
export interface ShownCode extends QrCode {
  shownAt: number;
  deadline: number;
}

const nothing: QrFiles = { rows: [], total: 0, arriving: [] };

/**
 * Holds a code and the files that arrive by it (S0 §4, §9): polled every 5 seconds, and at once when the
 * server reports a change. The desktop detects the expiry of its code itself, even without a network.
 */
export function useQrUpload({ place, rule, present }: Pick<PhoneUploadProps, 'place' | 'rule' | 'present'>) {
  const [code, setCode] = useState<ShownCode>();
  const [state, setState] = useState<PhoneUploadState>(PhoneUploadState.shown);
  const [files, setFiles] = useState<QrFiles>(nothing);
  const [failure, setFailure] = useState<unknown>();
  const latest = useRef(code);
  latest.current = code;
  const codeRequest = useRef({ ...place, ...rule, present });
  const asking = useRef(false);
  const [before, setBefore] = useState(0);
  const arrived = useRef(0);
  arrived.current = files.rows.length;

  const ask = useCallback(async (previous?: string) => {
    if (asking.current) return;
    asking.current = true;
    setFailure(undefined);
    const { form, field, accept, maxSizeMb, maxCount, present: there } = codeRequest.current;
    const query = { form, field, accept: accept?.join(','), maxSizeMb, maxCount, present: there, previous };
    try {
      const answer = await call(qrUpload.create, { query });
      const shownAt = Date.now();
      setCode({ ...answer, shownAt, deadline: shownAt + answer.secondsLeft * 1000 });
      setState(PhoneUploadState.shown);
      setBefore(previous === undefined ? 0 : arrived.current);
    } catch (problem) {
      setFailure(problem);
    } finally {
      asking.current = false;
    }
  }, []);
  useEffect(() => void (latest.current ?? ask()), [ask]);

  const check = useCallback(async () => {
    const id = latest.current?.qrcode;
    if (id === undefined) return;
    const params = { qrcode: id };
    try {
      const [now, come] = await Promise.all([
        call(qrUpload.state, { params }),
        call(qrUpload.files, { params }),
      ]);
      // The code was refreshed during the request.
      if (latest.current?.qrcode !== id) return;
      setFiles(come);
      setState(now.state);
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
  const askMore = useCallback(
    (nowPresent: number) => {
      codeRequest.current.present = nowPresent;
      setCode(undefined);
      setFiles(nothing);
      void ask();
    },
    [ask],
  );
  return {
    code,
    state,
    files,
    before,
    failure,
    refresh: () => void ask(latest.current?.qrcode),
    askMore,
    end,
  };
}
