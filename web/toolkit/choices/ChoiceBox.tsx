import type { ReactNode } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './choice-box.module.css';

export interface ChoiceBoxProps {
  control: { id?: string | undefined; 'aria-invalid'?: true };
  disabled?: boolean | undefined;
  placeholder: string;
  text: string;
  /** Sign at the end of the box while nothing is chosen. */
  sign: ReactNode;
  /** Name of the button that removes the choice. */
  clearLabel: string;
  onOpen: () => void;
  /**
   * Called for characters typed while the box has the focus: until its dialog is open, they go to its search.
   */
  onType?: (letter: string) => void;
  /** Removes the choice; without it something is always chosen. */
  onClear?: (() => void) | undefined;
}

/**
 * Shows a box with the chosen entries; it opens their dialog by pointer, Enter, space, arrow down or the first letter
 * of a name, and can be cleared.
 */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { control, disabled, text } = props;
  const isClearable = text !== '' && disabled !== true && props.onClear !== undefined;
  return (
    <span
      className={joinClasses(
        styles.input,
        control['aria-invalid'] && styles.invalid,
        disabled && styles.disabled,
      )}
    >
      <button
        type="button"
        // A combobox can have 必填 and 有误 as states, a plain button cannot.
        role="combobox"
        {...control}
        disabled={disabled}
        aria-haspopup="dialog"
        // While open, the dialog covers everything, so the box cannot be focused then; it controls no list.
        aria-expanded={false}
        title={text || undefined}
        onClick={props.onOpen}
        onKeyDown={(event) => {
          const isLetter =
            /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey;
          if (isLetter) props.onType?.(event.key);
          if (event.key !== 'ArrowDown' && !(isLetter && props.onType)) return;
          event.preventDefault();
          props.onOpen();
        }}
      >
        <span className={joinClasses(styles.text, text === '' && styles.placeholder)}>
          {text === '' ? props.placeholder : text}
        </span>
        {!isClearable && <span className={styles.sign}>{props.sign}</span>}
      </button>
      {isClearable && (
        <button type="button" className={styles.clear} aria-label={props.clearLabel} onClick={props.onClear}>
          <ClearIcon />
        </button>
      )}
    </span>
  );
}

function ClearIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      <circle cx="7" cy="7" r="7" fill="currentColor" />
      <path d="M4.8 4.8l4.4 4.4M9.2 4.8L4.8 9.2" stroke="var(--card)" strokeWidth="1.2" />
    </svg>
  );
}
