import { useCallback, useSyncExternalStore } from 'react';
import { applyAuthority } from '#domain/forms/authority.ts';
import { explainForm, type FieldExplanation } from '#domain/forms/explain-field.ts';
import type { FormModel } from '#domain/forms/model.ts';
import type { FormStore } from '#web/toolkit/form/form-store.ts';
import styles from './forms.module.css';

/** Says for each field with conditions, also hidden ones, why it is shown or required now. */
export function FieldReasons({ model, store }: { model: FormModel; store: FormStore }) {
  const subscribe = useCallback((listener: () => void) => store.onEdit(listener), [store]);
  // Compared as text, so that the list is only drawn again when an explanation has changed.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(
      explainForm(store.form, model, {
        read: (id) => store.read(id),
        access: applyAuthority(store.form, store.settings.authority),
      }),
    ),
  );
  const explanations = JSON.parse(text) as FieldExplanation[];
  const parts = [
    { title: '未显示的字段', entries: explanations.filter(({ visible }) => !visible) },
    { title: '受条件影响的字段', entries: explanations.filter(({ visible }) => visible) },
  ].filter(({ entries }) => entries.length > 0);
  if (parts.length === 0) return null;
  return (
    <details className={styles.reasons}>
      <summary>为什么显示、必填或隐藏</summary>
      {parts.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h4>{`${title}（${entries.length}）`}</h4>
          <ul>
            {entries.map(({ fieldId, title: name, required, visible, reasons }) => (
              <li key={fieldId}>
                <b>{name}</b>
                {visible && required && '（必填）'}：{reasons.join('；')}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
