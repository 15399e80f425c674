import { joinClasses } from '../styles/join-classes.ts';
import styles from './region-input.module.css';

/**
 * Shows the box of a region: with the chosen one, opening the dialog by pointer, Enter, space, arrow down or
 * the first letter of a name; can be cleared.
 */
export function RegionBox(props: {
  control: { id?: string | undefined; 'aria-invalid'?: true };
  disabled?: boolean | undefined;
  placeholder: string;
  text: string;
  onOpen: () => void;
  /**
   * Called for characters typed while the box has the focus: until its dialog is open, they go to its search.
   */
  onType?: (letter: string) => void;
  onClear: () => void;
}) {
  const { control, disabled, text } = props;
  return (
    <span className={joinClasses(styles.input, control['aria-invalid'] && styles.invalid)}>
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
        {text === '' ? <span className={styles.placeholder}>{props.placeholder}</span> : text}
      </button>
      {text === '' || disabled ? (
        <PlaceIcon />
      ) : (
        <button type="button" className={styles.clear} aria-label="清除行政区划" onClick={props.onClear}>
          <ClearIcon />
        </button>
      )}
    </span>
  );
}

/**
 * Draws the icon of a place; importing the library's icons would load those of other screens with every list.
 */
function PlaceIcon() {
  return (
    <span className={styles.sign}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true" focusable="false">
        <path
          d="M7 13S2 8.7 2 5.7a5 5 0 0 1 10 0C12 8.7 7 13 7 13z"
          stroke="currentColor"
          strokeWidth="1.2"
        />
        <circle cx="7" cy="5.7" r="1.8" stroke="currentColor" strokeWidth="1.2" />
      </svg>
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
