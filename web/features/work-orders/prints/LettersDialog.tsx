import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { mailings } from '#contract/mailings.ts';
import { isPostcode, mailingLimits, nameOnLetter } from '#domain/mailing/mailing.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { bytesOfBase64 } from '#web/toolkit/files/base64.ts';
import { printPdf } from '#web/toolkit/files/print-pdf.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { LetterLayout } from './LetterLayout.tsx';
import { LetterRows } from './LetterRows.tsx';
import {
  type Letter,
  problemsOfLetter,
  readSettings,
  type SenderOnLetter,
  storeSettings,
} from './letters.ts';
import type { PrintedOrder } from './printed-order.ts';
import styles from './prints.module.css';

/**
 * Prints envelopes or labels for the applicants of orders: first shows the addresses, which the user can check and
 * correct.
 */
export function LettersDialog(props: { orders: readonly PrintedOrder[]; onClose: () => void }) {
  const { modal } = App.useApp();
  const [orders] = useState(() => props.orders.slice(0, mailingLimits.letters));
  const [settings, setSettings] = useState(readSettings);
  const [firstLabel, setFirstLabel] = useState(1);
  const [letters, setLetters] = useState<readonly Letter[]>();
  const [sender, setSender] = useState<SenderOnLetter>({ name: '', address: '', phone: '' });
  /** Number of attempts; the first shows the missing values, and each moves the focus to the first of them. */
  const [attempts, setAttempts] = useState(0);
  const isSubmitted = attempts > 0;
  const initialLetters = useRef<readonly Letter[]>([]);
  const form = useRef<HTMLDivElement>(null);
  const feedback = useFeedback();
  const drawAction = useAction(mailings.draw);
  // Each access to the addresses is recorded on the orders, so they are requested once and never again automatically.
  const addressees = useQuery({
    ...queryOf(mailings.addressees, { body: { workorderIds: orders.map(({ id }) => id) } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (addressees.data === undefined) return;
    setSender(addressees.data.sender);
    initialLetters.current = addressees.data.rows.map(
      ({ workorderId, workorderCode, name, honorific, address }) => ({
        workorderId,
        code: workorderCode,
        name: nameOnLetter(name, honorific),
        postcode: '',
        address,
      }),
    );
    setLetters(initialLetters.current);
  }, [addressees.data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt moves the focus to the first problem
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-faulty] textarea')?.focus();
  }, [attempts]);

  const missingCount = letters === undefined ? 0 : orders.length - (addressees.data?.rows.length ?? 0);
  const invalidCount = (letters ?? []).filter(
    (letter) => Object.keys(problemsOfLetter(letter)).length > 0,
  ).length;

  const isTouched = letters !== undefined && letters.length > 0 && letters !== initialLetters.current;
  /**
   * Asks before corrected addresses are lost: the user would have to type them again, and each access to
   * the addresses is recorded.
   */
  const onClose = () =>
    isTouched
      ? modal.confirm({
          title: '关闭后，修改的收件信息不保留',
          okText: '关闭',
          cancelText: '继续编辑',
          onOk: props.onClose,
        })
      : props.onClose();

  const createPdf = async (): Promise<Blob | undefined> => {
    if (letters === undefined) return undefined;
    setAttempts((count) => count + 1);
    if (invalidCount > 0 || !isPostcode(settings.postcode)) return undefined;
    storeSettings(settings);
    const { kind, sheet, size, boxes, right, down, postcode } = settings;
    const outcome = await drawAction.run({
      body: {
        layout: kind === 'labels' ? { kind, sheet, first: firstLabel } : { kind, size, boxes },
        addressees: letters.map(({ name, postcode: code, address }) => ({ name, postcode: code, address })),
        sender: { ...sender, postcode },
        shift: { right, down },
      },
    });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return undefined;
    const bytes = bytesOfBase64(outcome.data.pdf);
    return new Blob([bytes], { type: 'application/pdf' });
  };
  const print = async () => {
    const pdf = await createPdf();
    if (pdf) printPdf(pdf);
  };
  const save = async () => {
    const pdf = await createPdf();
    if (pdf) saveFile(settings.kind === 'labels' ? '地址标签.pdf' : '信封.pdf', pdf);
  };
  const isDisabled = letters === undefined || letters.length === 0;
  return (
    <AppModal
      open
      width={960}
      title={settings.kind === 'labels' ? '打印地址标签' : '打印信封'}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button disabled={isDisabled || drawAction.running} onClick={() => void save()}>
            下载 PDF
          </Button>
          <Button
            type="primary"
            disabled={isDisabled}
            loading={drawAction.running}
            onClick={() => void print()}
          >
            打印 {letters?.length ?? 0} {settings.kind === 'labels' ? '枚' : '个'}
          </Button>
        </>
      }
    >
      {addressees.isPending && <SkeletonRows rows={6} />}
      {addressees.isError && (
        <FailureState compact failure={addressees.error} onRetry={() => void addressees.refetch()} />
      )}
      {letters !== undefined && (
        <div ref={form} className={styles.letters}>
          {props.orders.length > mailingLimits.letters && (
            <p className={styles.warning} role="alert">
              一次最多打印 {mailingLimits.letters} 件，本次打印前 {mailingLimits.letters} 件。
            </p>
          )}
          <LetterLayout
            settings={settings}
            onSettings={setSettings}
            firstLabel={firstLabel}
            onFirstLabel={setFirstLabel}
            letterCount={letters.length}
            sender={sender}
            onSender={setSender}
          />
          {missingCount > 0 && (
            <p className={styles.note}>{missingCount} 件没有收件人，或您不能查看，未列出。</p>
          )}
          {isSubmitted && invalidCount > 0 && (
            <p className={styles.warning} role="alert">
              {invalidCount} 件的收件信息不完整，请补充，或移除后再打印。
            </p>
          )}
          {letters.length === 0 ? (
            <EmptyState compact title="没有收件人" />
          ) : (
            <LetterRows letters={letters} onChange={setLetters} showsProblems={isSubmitted} />
          )}
          <p className={styles.note}>查看收件人地址已记入各办件的操作记录。</p>
        </div>
      )}
    </AppModal>
  );
}
