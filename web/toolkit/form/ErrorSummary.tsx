import { CloseCircleFilled } from '@ant-design/icons';
import { Fragment, type MouseEvent, useCallback, useSyncExternalStore } from 'react';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { controlId } from './field-path.ts';
import styles from './form.module.css';
import { problemsTopic } from './form-store.ts';
import { problemText } from './problem-text.ts';
import type { FormHandle } from './use-form.ts';

/**
 * Shows every open problem in the forms of a screen, each a link to its field; corrected problems disappear.
 * One summary for all forms, so that the list is not read twice.
 */
export function ErrorSummary(props: {
  forms: readonly FormHandle[];
  /** Returns the line above the problems of a form; the problems of forms with the same line stand together. */
  headOf?: (form: FormHandle) => string;
}) {
  const { forms, headOf } = props;
  useProblemsOf(forms);
  const lines = forms.flatMap((form) =>
    form.store.summary().map((problem) => ({
      form,
      head: headOf?.(form) ?? '',
      path: problem.field,
      text: problemText(form.store, problem),
    })),
  );
  if (lines.length === 0) return null;
  const heads = [...new Set(lines.map(({ head }) => head))];
  const follow = (event: MouseEvent, form: FormHandle, path: string) => {
    event.preventDefault();
    form.focusField(path);
  };
  return (
    <div className={styles.summary} role="alert" data-problems>
      <p className={styles.summaryTitle}>
        <CloseCircleFilled aria-hidden /> {refusalRow.badInput.text}（{lines.length} 项）
      </p>
      {heads.map((head) => (
        <Fragment key={head}>
          {head !== '' && <p className={styles.summaryHead}>{head}</p>}
          <ul>
            {lines
              .filter((line) => line.head === head)
              .map(({ form, path, text }) => (
                <li key={`${form.idPrefix} ${path} ${text}`}>
                  {form.store.fieldAt(path) ? (
                    <a
                      href={`#${controlId(form.idPrefix, path)}`}
                      onClick={(event) => follow(event, form, path)}
                    >
                      {text}
                    </a>
                  ) : (
                    text
                  )}
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

/** Renders again when a problem of any of the forms appears or disappears. */
function useProblemsOf(forms: readonly FormHandle[]): void {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = forms.map(({ store }) => store.subscribe(problemsTopic, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [forms],
  );
  useSyncExternalStore(subscribe, () =>
    forms.map(({ store }) => store.summary().map(({ field, message }) => `${field} ${message}`)).join('\n'),
  );
}
