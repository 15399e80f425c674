import { Checkbox, InputNumber } from 'antd';
import { recordSettingLimits } from '#domain/records/record-settings.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { CardRuleFields } from './CardRuleFields.tsx';
import { FeeItemsPart } from './FeeItemsPart.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';
import { OutputSettingsFields } from './OutputSettingsFields.tsx';
import { PaperRecordSettings } from './PaperRecordSettings.tsx';
import { SpecialSettingsFields } from './SpecialSettingsFields.tsx';

/** Edits the settings of the item for its side records; one field or group for each kind. */
export function RecordSettingsPart(props: FieldsProps) {
  const { settings, problems, onChange } = props;
  const { records } = settings;
  const { extension, suspension, special, supervision, merge } = records;
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
        <ItemField
          wide
          id="records.special"
          label="特别程序"
          problems={problems}
          hint="经领导确认后开始；听证、招标、拍卖、检验、检测、检疫、鉴定、专家评审的时间依法不计入办理时限"
        >
          <SpecialSettingsFields special={special} onChange={(changed) => set({ special: changed })} />
        </ItemField>
        <ItemField wide id="records.supervision" label="督办" problems={[]}>
          答复期限一般为{' '}
          <InputNumber
            aria-label="督办答复期限"
            min={1}
            max={recordSettingLimits.days}
            precision={0}
            value={supervision.answerDays}
            onChange={(answerDays) => set({ supervision: { ...supervision, answerDays: answerDays ?? 1 } })}
          />{' '}
          个工作日，发出时可改
          <div>
            <CardRuleFields
              cards={supervision.cards}
              problems={problems}
              onChange={(cards) => set({ supervision: { ...supervision, cards } })}
            />
          </div>
        </ItemField>
        <ItemField
          id="records.merge"
          label="并案"
          problems={problems}
          hint="反映同一事项的办件合并办理，一份答复"
        >
          <Checkbox
            checked={merge.enabled}
            onChange={({ target }) => set({ merge: { enabled: target.checked } })}
          >
            允许并案
          </Checkbox>
        </ItemField>
        <OutputSettingsFields {...props} />
        <FeeItemsPart {...props} />
      </div>
    </Card>
  );
}
