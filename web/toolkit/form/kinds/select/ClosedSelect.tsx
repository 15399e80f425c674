import { DownOutlined } from '@ant-design/icons';
import type { ControlAttributes } from '../../kind-view.ts';
import styles from './closed-select.module.css';

interface ClosedSelectProps {
  control: ControlAttributes;
  disabled: boolean;
  /** The name of the chosen option; empty if there is none. */
  text: string;
  placeholder: string;
  /** Called with the first use; the list must be drawn at once, with the focus, or opened, if that is said. */
  onUse(use: 'pointer' | 'focus' | 'open'): void;
}

/** Shows a list that nobody has used yet, in a tenth of the time of the library's: a form has hundreds. */
export function ClosedSelect({ control, disabled, text, placeholder, onUse }: ClosedSelectProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard uses the list through its input
    <div
      className={styles.box}
      data-disabled={disabled || undefined}
      data-empty={text === '' || undefined}
      data-wrong={control['aria-invalid']}
      onPointerEnter={disabled ? undefined : () => onUse('pointer')}
      onMouseDown={
        disabled
          ? undefined
          : (event) => {
              // The list takes the focus, which the browser would give to the element that was pressed.
              event.preventDefault();
              event.stopPropagation();
              onUse('open');
            }
      }
    >
      <span aria-hidden className={styles.text}>
        {text || placeholder}
      </span>
      <DownOutlined aria-hidden className={styles.arrow} />
      <input
        {...control}
        aria-expanded={false}
        aria-haspopup="listbox"
        className={styles.input}
        disabled={disabled}
        placeholder={placeholder}
        readOnly
        role="combobox"
        type="text"
        value={text}
        onFocus={() => onUse('focus')}
      />
    </div>
  );
}
