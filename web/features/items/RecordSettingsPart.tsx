import { Checkbox, InputNumber } from 'antd';
import { recordSettingLimits } from '#domain/records/record-settings.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';
import { PaperRecordSettings } from './PaperRecordSettings.tsx';

/** Edits the settings of the item for its side records; one field or group for each kind. */
export function RecordSettingsPart({ settings, problems, onChange }: FieldsProps) {
  const { records } = settings;
  const { extension, suspension } = records;
  const set = (change: Partial<typeof records>) => onChange({ records: { ...records, ...change } });
  return (
    <Card id="item-part-records" title="办件记录">
      <div className={styles.fields}>
        <PaperRecordSettings records={records} problems={problems} onChange={set} />
        <ItemField
          id="records.extension"
          label="延期"
          problems={problems}
          hint="领导批准后延长全程时限；次数为 0 时不允许延期"
        >
          最多{' '}
          <InputNumber
            aria-label="延期次数"
            min={0}
            max={recordSettingLimits.times}
            precision={0}
            value={extension.times}
            onChange={(times) => set({ extension: { ...extension, times: times ?? 0 } })}
          />{' '}
          次，每次不超过{' '}
          <InputNumber
            aria-label="每次延长的天数"
            min={1}
            max={recordSettingLimits.days}
            precision={0}
            value={extension.maxDays}
            onChange={(maxDays) => set({ extension: { ...extension, maxDays: maxDays ?? 1 } })}
          />{' '}
          天
        </ItemField>
        <ItemField id="records.suspension" label="中止" problems={problems}>
          <Checkbox
            checked={suspension.enabled}
            onChange={({ target }) => set({ suspension: { enabled: target.checked } })}
          >
            允许中止办理
          </Checkbox>
        </ItemField>
      </div>
    </Card>
  );
}
