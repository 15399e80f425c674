import { Checkbox, Input, InputNumber, Radio, Select } from 'antd';
import { useId } from 'react';
import { type EnvelopeSize, envelopes } from '#domain/mailing/envelopes.ts';
import { type LabelSheet, labelSheets, labelsPerSheet } from '#domain/mailing/label-sheets.ts';
import { isPostcode, mailingLimits } from '#domain/mailing/mailing.ts';
import { type LetterSettings, type SenderOnLetter, sheetsOf } from './letters.ts';
import styles from './prints.module.css';

const optionsOf = <Name extends string>(sizes: Record<Name, { label: string }>) =>
  (Object.keys(sizes) as Name[]).map((value) => ({ value, label: sizes[value].label }));

/**
 * Asks for the label sheet, the first label on it, and the offset of the printer; for envelopes also for the
 * sender.
 */
export function LetterLayout(props: {
  settings: LetterSettings;
  onSettings: (settings: LetterSettings) => void;
  firstLabel: number;
  onFirstLabel: (firstLabel: number) => void;
  letterCount: number;
  sender: SenderOnLetter;
  onSender: (sender: SenderOnLetter) => void;
}) {
  const { settings, onSettings, firstLabel, onFirstLabel, letterCount, sender, onSender } = props;
  const id = useId();
  const set = (change: Partial<LetterSettings>) => onSettings({ ...settings, ...change });
  const perSheet = labelsPerSheet(labelSheets[settings.sheet]);
  const renderOffsetField = (name: 'right' | 'down', label: string) => (
    <span className={styles.named}>
      {label}
      <InputNumber
        aria-label={`${label}（毫米）`}
        min={-mailingLimits.shift}
        max={mailingLimits.shift}
        step={0.5}
        value={settings[name]}
        onChange={(value) => set({ [name]: value ?? 0 })}
      />
    </span>
  );
  return (
    <div className={styles.layout}>
      <Radio.Group
        aria-label="打印到"
        value={settings.kind}
        onChange={(event) => set({ kind: event.target.value })}
      >
        <Radio value="envelopes">信封</Radio>
        <Radio value="labels">地址标签</Radio>
      </Radio.Group>
      {settings.kind === 'labels' ? (
        <div className={styles.line}>
          <label htmlFor={`${id}-sheet`}>标签纸</label>
          <Select<LabelSheet>
            id={`${id}-sheet`}
            className={styles.size ?? ''}
            value={settings.sheet}
            options={optionsOf(labelSheets)}
            onChange={(sheet) => {
              set({ sheet });
              onFirstLabel(Math.min(firstLabel, labelsPerSheet(labelSheets[sheet])));
            }}
          />
          <span className={styles.named}>
            从第
            <InputNumber
              aria-label="起始位置"
              min={1}
              max={perSheet}
              precision={0}
              value={firstLabel}
              onChange={(value) => onFirstLabel(value ?? 1)}
            />
            枚开始，共 {sheetsOf(settings.sheet, letterCount, firstLabel)} 张
          </span>
        </div>
      ) : (
        <div className={styles.line}>
          <label htmlFor={`${id}-size`}>信封</label>
          <Select<EnvelopeSize>
            id={`${id}-size`}
            className={styles.size ?? ''}
            value={settings.size}
            options={optionsOf(envelopes)}
            onChange={(size) => set({ size })}
          />
          <Checkbox checked={settings.boxes} onChange={(event) => set({ boxes: event.target.checked })}>
            打印邮政编码框
          </Checkbox>
        </div>
      )}
      <div className={styles.line}>
        <span>打印位置微调（毫米）</span>
        {renderOffsetField('right', '向右')}
        {renderOffsetField('down', '向下')}
      </div>
      {settings.kind === 'envelopes' && (
        <fieldset className={styles.sender}>
          <legend>寄件人</legend>
          <Input
            aria-label="寄件单位"
            placeholder="单位"
            maxLength={mailingLimits.name}
            value={sender.name}
            onChange={(event) => onSender({ ...sender, name: event.target.value })}
          />
          <Input
            aria-label="寄件地址"
            placeholder="地址"
            maxLength={mailingLimits.address}
            value={sender.address}
            onChange={(event) => onSender({ ...sender, address: event.target.value })}
          />
          <Input
            aria-label="寄件电话"
            placeholder="电话"
            maxLength={mailingLimits.phone}
            value={sender.phone}
            onChange={(event) => onSender({ ...sender, phone: event.target.value })}
          />
          <Input
            aria-label="寄件邮政编码"
            placeholder="邮政编码"
            inputMode="numeric"
            maxLength={6}
            status={isPostcode(settings.postcode) ? '' : 'error'}
            title={isPostcode(settings.postcode) ? undefined : '请输入6位邮政编码'}
            value={settings.postcode}
            onChange={(event) => set({ postcode: event.target.value.replaceAll(/\D/g, '') })}
          />
        </fieldset>
      )}
    </div>
  );
}
