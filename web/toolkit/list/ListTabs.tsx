import type { KeyboardEvent } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './list-tabs.module.css';

/** A tab that is requested by name; `tone` colours its count once it is not zero. */
export interface ListTab {
  name: string;
  label: string;
  /** Text of the count: a dash until it is loaded, null for a tab without a count. */
  count: string | undefined | null;
  tone?: 'error' | 'warning';
  /** Text for a tab without rows, instead of the text of the list. */
  empty?: { title: string; hint?: string };
}

/** Shows the tabs above a list, each with its count; arrows move from one to the next. */
export function ListTabs(props: {
  label: string;
  tabs: readonly ListTab[];
  active: string;
  panelId: string;
  onChange: (name: string) => void;
}) {
  const { tabs, active, onChange } = props;
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const offset = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (offset === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex(({ name }) => name === active);
    const next = tabs[(index + offset + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={props.label} className={styles.tabs} onKeyDown={moveFocus}>
      {tabs.map(({ name, label, count, tone }) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === active}
          aria-controls={props.panelId}
          tabIndex={name === active ? 0 : -1}
          className={joinClasses(styles.tab, name === active && styles.active)}
          onClick={() => onChange(name)}
        >
          {label}
          {count !== null && (
            <span
              className={joinClasses(
                styles.count,
                count !== undefined && count !== '0' && tone && styles[tone],
              )}
            >
              {count ?? '—'}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
