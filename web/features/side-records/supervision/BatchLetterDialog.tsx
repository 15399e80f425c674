import { useState } from 'react';
import { sideRecords } from '#contract/side-records.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { LetterFields, missingFields, newLetter, type WrittenLetter } from './LetterFields.tsx';
import styles from './supervision.module.css';

/** An order to which the letter goes, with the key by which a repeated request is recognised. */
interface LetterOrder {
  code: string;
  title: string;
}

/**
 * Opens one letter for each of several orders, one after the other. Orders that refuse it stay in the dialog with the
 * reason; the others are not asked again.
 */
export function BatchLetterDialog(props: {
  orders: readonly LetterOrder[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { orders, onDone, onClose } = props;
  const [keys] = useState(() => new Map(orders.map(({ code }) => [code, newIdempotencyKey()])));
  const [letter, setLetter] = useState<WrittenLetter>(newLetter);
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [running, setRunning] = useState(false);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const unsaved = useChanged(Object.values(letter));
  const waiting = orders.filter(({ code }) => !sent.has(code));

  const submit = async () => {
    const missing = missingFields(letter).filter((entry) => entry !== false);
    showProblems(Object.fromEntries(missing));
    if (missing.length > 0) return;
    setRunning(true);
    const done = new Set(sent);
    const failed = new Map<string, string>();
    for (const { code } of waiting) {
      const body = {
        command: 'open' as const,
        ...letter,
        grounds: [...letter.grounds],
        answerDays: letter.answerDays ?? 0,
      };
      const idempotencyKey = keys.get(code) ?? newIdempotencyKey();
      try {
        await call(sideRecords.supervision, { params: { workorderCode: code }, body }, { idempotencyKey });
        done.add(code);
        setSent(new Set(done));
      } catch (failure) {
        if (isCallError(failure) && failure.problems.length > 0) {
          // The same text is wrong for all orders.
          applyServerProblems(failure, ({ field, message }) => ({ [field]: message }));
          break;
        }
        failed.set(code, isCallError(failure) ? failure.message : '没有送达，请重试');
      }
    }
    setFailures(failed);
    setRunning(false);
    if (done.size === orders.length) onDone();
  };

  return (
    <ConfirmDialog
      action="督办"
      code={`${orders.length} 件`}
      countText={`（${waiting.length} 件）`}
      hasChoices
      hasTextField
      submitting={running}
      unsaved={unsaved}
      onConfirm={() => void submit()}
      onCancel={() => (sent.size > 0 ? onDone() : onClose())}
    >
      <p>督办单的答复被认可或者免予答复之前，这些办件不能办结。</p>
      <LetterFields
        letter={letter}
        problems={problems}
        onChange={(change) => {
          setLetter({ ...letter, ...change });
          for (const name of Object.keys(change)) clearProblem(name);
        }}
      />
      <div role="status">
        {sent.size > 0 && <p>已发出 {sent.size} 件。</p>}
        {failures.size > 0 && (
          <ul className={styles.outcomes}>
            {[...failures].map(([code, message]) => (
              <li key={code}>
                {code}：{message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </ConfirmDialog>
  );
}
