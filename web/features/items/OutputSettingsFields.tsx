import { Checkbox, Select } from 'antd';
import { SendType, sendTypeLabel } from '#domain/express/send-type.ts';
import { outputLimits } from '#domain/records/output.ts';
import { OutputWay, outputWayLabel } from '#domain/records/output-way.ts';
import { type FieldsProps, ItemField } from './ItemField.tsx';

const directions = [
  { value: 'toApplicant', label: sendTypeLabel[SendType.toApplicant] },
  { value: 'fromApplicant', label: sendTypeLabel[SendType.fromApplicant] },
] as const;

/** Edits whether the item sends by express, how certificates are served, and which ones it issues. */
export function OutputSettingsFields({ settings, problems, onChange }: FieldsProps) {
  const { records } = settings;
  const { express, output } = records;
  const set = (change: Partial<typeof records>) => onChange({ records: { ...records, ...change } });
  return (
    <>
      <ItemField id="records.express" label="快递" problems={problems} hint="不选时不能登记快递">
        <Checkbox.Group
          aria-label="快递"
          options={[...directions]}
          value={directions.map(({ value }) => value).filter((value) => express[value])}
          onChange={(chosen) =>
            set({
              express: {
                toApplicant: chosen.includes('toApplicant'),
                fromApplicant: chosen.includes('fromApplicant'),
              },
            })
          }
        />
      </ItemField>
      <ItemField id="records.output.ways" label="出证方式" problems={problems} hint="不选时不能登记出证">
        <Checkbox.Group
          aria-label="出证方式"
          options={Object.values(OutputWay).map((value) => ({ value, label: outputWayLabel[value] }))}
          value={output.ways}
          onChange={(ways) =>
            set({ output: { ...output, ways: Object.values(OutputWay).filter((way) => ways.includes(way)) } })
          }
        />
      </ItemField>
      <ItemField
        id="records.output.names"
        label="证照和文书"
        problems={problems}
        hint={`登记出证时按顺序列出，最多 ${outputLimits.rows} 项`}
      >
        <Select
          id="item-records.output.names"
          mode="tags"
          open={false}
          suffixIcon={null}
          placeholder="输入名称后按回车"
          maxCount={outputLimits.rows}
          value={output.names}
          onChange={(names: string[]) =>
            set({
              output: {
                ...output,
                names: [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))],
              },
            })
          }
        />
      </ItemField>
    </>
  );
}
