import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { ItemSettings } from '#contract/item-settings.ts';
import type { items } from '#contract/items.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './items.module.css';

/** Props of each part of the editor. */
export interface FieldsProps {
  settings: ItemSettings;
  choices: OutputOf<typeof items.choices>;
  problems: readonly Problem[];
  onChange: (change: Partial<ItemSettings>) => void;
}

/** Shows one setting of an item: its label, its control, and its validation problems. */
export function ItemField(props: {
  id: string;
  label: string;
  problems: readonly Problem[];
  hint?: string;
  /** Marked by an asterisk; the control has the state for screen readers. */
  required?: boolean;
  /** Uses the full line. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { id, label, problems, hint, required, wide, children } = props;
  const ownProblems = problems.filter(({ field }) => field === id || field.split(/[.[]/)[0] === id);
  return (
    <>
      <label htmlFor={`item-${id}`} data-required={required || undefined}>
        {label}
      </label>
      <div data-faulty={ownProblems.length > 0 || undefined} data-wide={wide || undefined}>
        {children}
        {hint && <small className={styles.quiet}>{hint}</small>}
        {ownProblems.map(({ message }) => (
          <small key={message} className={styles.fault}>
            {message}
          </small>
        ))}
      </div>
    </>
  );
}
