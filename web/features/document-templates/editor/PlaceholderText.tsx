import { useId, useMemo } from 'react';
import { ownFactsOf, useEditorContext } from './editor-context.ts';
import styles from './template-form.module.css';

/** Edits a text of a template: placeholders are highlighted during typing, unknown ones in red. */
export function PlaceholderText(props: {
  label: string;
  /** Name of the part in the server's problems; parts of one block share the block's name. */
  field?: string;
  value: string;
  onChange: (value: string) => void;
  listPath?: string | undefined;
  placeholder?: string;
  hint?: string;
  isLabelHidden?: boolean;
}) {
  const { label, field, value, onChange, listPath, placeholder, hint, isLabelHidden = false } = props;
  const id = useId();
  const { facts, problemsAt, onActiveFieldChange: onTypedIn } = useEditorContext();
  const knownLabels = useMemo(
    () => new Set([...facts.values, ...ownFactsOf(facts, listPath)].map((fact) => fact.label)),
    [facts, listPath],
  );
  const problems = field === undefined ? [] : problemsAt(field);
  return (
    <div className={styles.field} data-part={field} data-hidden-label={isLabelHidden || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.typed} data-faulty={problems.length > 0 || undefined}>
        <div aria-hidden className={styles.mirror}>
          {segmentsOf(value).map(({ text, name }, index) =>
            name === undefined ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text, in order
              <mark key={index} data-unknown={!knownLabels.has(name) || undefined}>
                {text}
              </mark>
            ),
          )}
          {'\n'}
        </div>
        <textarea
          id={id}
          rows={1}
          value={value}
          placeholder={placeholder}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
          onFocus={({ currentTarget }) => onTypedIn({ element: currentTarget, listPath })}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {hint !== undefined && <small>{hint}</small>}
      <Problems id={`${id}-problems`} texts={problems} />
    </div>
  );
}

/** Shows the validation problems of a part, below it. */
export function Problems({ id, texts }: { id?: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul id={id} className={styles.problems}>
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Returns a text split at its placeholders; `name` is the fact of a placeholder. */
function segmentsOf(text: string): { text: string; name?: string }[] {
  return text.split(/(\{\{[^{}]*\}\})/).map((segment) => {
    const name = /^\{\{([^{}|]*)(?:\|[^{}]*)?\}\}$/.exec(segment)?.[1];
    return name === undefined ? { text: segment } : { text: segment, name: name.trim() };
  });
}
