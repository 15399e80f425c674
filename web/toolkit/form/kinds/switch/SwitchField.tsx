import { Switch } from 'antd';
import { switchText } from '#domain/forms/kinds/switch/switch.ts';
import type { FieldEditorProps } from '../../kind-view.ts';
import { ClearButton } from '../ClearButton.tsx';
import styles from '../light-kinds.module.css';

/** Edits yes or no; a switch that nobody has touched says so, because it is not the same as off. */
export function SwitchField(props: FieldEditorProps<boolean | null>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: detects by bubbling blur events that the focus leaves the switch
    <div className={styles.row} onBlur={onBlur}>
      <Switch
        {...control}
        className={styles.toggle}
        checked={value === true}
        disabled={disabled}
        onChange={(isOn) => onChange(isOn)}
      />
      <span className={styles.state}>
        {value === null ? '未选择' : value ? switchText.on : switchText.off}
      </span>
      {value !== null && !disabled && <ClearButton title={field.title} onClear={() => onChange(null)} />}
    </div>
  );
}
