import { CloseCircleFilled } from '@ant-design/icons';
import { Fragment, useCallback, useRef, useSyncExternalStore } from 'react';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { controlId } from './field-path.ts';
import styles from './form.module.css';
import { ProblemsLine } from './ProblemsLine.tsx';
import { problemText } from './problem-text.ts';
import { problemsTopic } from './subscriptions.ts';
import type { FormHandle } from './use-form.ts';

/**
 * Shows every open problem in the forms of a screen, each a link to its field; corrected problems disappear.
 * One summary for all forms, so that the list is not read twice. Scrolled out of view, it leaves one line.
 */
export function ErrorSummary(props: {
  forms: readonly FormHandle[];
  /** Returns the line above the problems of a form; the problems of forms with the same line stand together. */
  headOf?: (form: FormHandle) => string;
}) {
  const { forms, headOf } = props;
  useProblemsOf(forms);
  const title = useRef<HTMLParagraphElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const lines = forms.flatMap((form) =>
    form.store.summary().map((problem) => ({
      form,
      head: headOf?.(form) ?? '',
      path: problem.field,
      text: problemText(form.store, problem),
    })),
  );
  const [first] = lines;
  if (first === undefined) return null;
  const heads = [...new Set(lines.map(({ head }) => head))];
  return (
    <>
      <ProblemsLine head={title} end={end} count={lines.length}>
        <ProblemLink {...first} />
      </ProblemsLine>
      <div className={styles.summary} role="alert" data-problems>
        <p ref={title} className={styles.summaryTitle} tabIndex={-1}>
          <CloseCircleFilled aria-hidden /> {refusalRow.badInput.text}（{lines.length} 项）
        </p>
        {heads.map((head) => (
          <Fragment key={head}>
            {head !== '' && <p className={styles.summaryHead}>{head}</p>}
            <ul>
              {lines
                .filter((line) => line.head === head)
                .map((line) => (
                  <li key={`${line.form.idPrefix} ${line.path} ${line.text}`}>
                    <ProblemLink {...line} />
                  </li>
                ))}
            </ul>
          </Fragment>
        ))}
        <span ref={end} className={styles.summaryEnd} />
      </div>
    </>
  );
}

/** Shows a problem, as a link to its field if the form has the field. */
function ProblemLink({ form, path, text }: { form: FormHandle; path: string; text: string }) {
  if (!form.store.fieldAt(path)) return text;
  return (
    <a
      href={`#${controlId(form.idPrefix, path)}`}
      onClick={(event) => {
        event.preventDefault();
        form.focusField(path);
      }}
    >
      {text}
    </a>
  );
}

/** Renders again when a problem of any of the forms appears or disappears. */
function useProblemsOf(forms: readonly FormHandle[]): void {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribers = forms.map(({ store }) => store.subscribe(problemsTopic, listener));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    [forms],
  );
  useSyncExternalStore(subscribe, () =>
    forms.map(({ store }) => store.summary().map(({ field, message }) => `${field} ${message}`)).join('\n'),
  );
}
