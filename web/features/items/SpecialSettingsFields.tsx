import { Select } from 'antd';
import { SpecialType, specialTypeLabel } from '#domain/enumerations/special-type.ts';
import {
  lawfulClocks,
  SpecialClock,
  type SpecialSettings,
  specialClockLabel,
} from '#domain/records/special-settings.ts';
import styles from './items.module.css';

const unused = 'unused';

/** Edits the special procedures of an item: for each type whether it is used, and its effect on the limits. */
export function SpecialSettingsFields(props: {
  special: SpecialSettings;
  onChange: (special: SpecialSettings) => void;
}) {
  const { clocks } = props.special;
  const set = (type: SpecialType, clock: SpecialClock | undefined) => {
    const { [type]: _, ...others } = clocks;
    props.onChange({ clocks: clock === undefined ? others : { ...others, [type]: clock } });
  };
  return (
    <div className={styles.specialTypes}>
      {Object.values(SpecialType).map((type) => (
        <label key={type} htmlFor={`special-${type}`}>
          <span>{specialTypeLabel[type]}</span>
          <Select
            id={`special-${type}`}
            value={clocks[type] ?? unused}
            options={[
              { value: unused, label: '不使用' },
              ...Object.values(SpecialClock).map((value) => ({
                value,
                label: `${specialClockLabel[value]}${lawfulClocks[type] === value ? '（默认）' : ''}`,
              })),
            ]}
            onChange={(value) => set(type, value === unused ? undefined : (value as SpecialClock))}
          />
        </label>
      ))}
    </div>
  );
}
