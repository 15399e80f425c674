import { CloseCircleFilled } from '@ant-design/icons';
import type { MouseEvent } from 'react';
import { type Problem, refusalRow } from '#domain/refusals/refusals.ts';
import { controlId, placeOf } from './field-path.ts';
import styles from './form.module.css';
import type { FormStore } from './form-store.ts';
import { type FormHandle, useProblems } from './use-form.ts';

/** Every problem that still stands, each a link to its field; it empties itself as they are put right. */
export function ErrorSummary({ form }: { form: FormHandle }) {
  const problems = useProblems(form.store);
  if (problems.length === 0) return null;
  const follow = (event: MouseEvent, path: string) => {
    event.preventDefault();
    form.focusField(path);
  };
  return (
    <div className={styles.summary} role="alert">
      <p className={styles.summaryTitle}>
        <CloseCircleFilled aria-hidden /> {refusalRow.badInput.text}（{problems.length} 项）
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.message}`}>
            {form.store.fieldAt(problem.field) ? (
              <a
                href={`#${controlId(form.idPrefix, problem.field)}`}
                onClick={(event) => follow(event, problem.field)}
              >
                {problemText(form.store, problem)}
              </a>
            ) : (
              problem.message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Names the field, and for a cell its table and row, unless the message itself begins with the name. */
function problemText(store: FormStore, { field: path, message }: Problem): string {
  const place = placeOf(path);
  const title = store.fieldAt(path)?.title ?? '';
  const named = message.startsWith(title) ? message : `${title}：${message}`;
  if (place.row === undefined) return named;
  return `${store.form.byId.get(place.fieldId)?.title ?? ''}第 ${place.row + 1} 行，${named}`;
}
