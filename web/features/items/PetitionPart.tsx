import { Checkbox, Select } from 'antd';
import { fieldOptions } from '#contract/item-field-options.ts';
import type { ItemExtras } from '#contract/item-settings.ts';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { PairRows } from '#web/toolkit/definitions/PairRows.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';
import { RepeatPart } from './RepeatPart.tsx';

type Petition = NonNullable<ItemExtras['petitionFields']>;
const noPetition: Petition = { date: '', channel: '', problem: [] };

/** Edits the fields by which earlier petitions of a person are listed; only for petition items. */
function isOptionKind(name: string): boolean {
  const kind = findKind(name);
  return kind?.takesOptions === true && kind.optionLevels === undefined;
}

export function PetitionPart({ settings, choices, problems, onChange }: FieldsProps) {
  const petition = settings.petitionFields;
  const set = (change: Partial<Petition>) =>
    onChange({ petitionFields: { ...(petition ?? noPetition), ...change } });
  const allFields = fieldOptions(settings, choices);
  const dateFields = allFields.filter(({ kind }) => kind === 'date');
  const optionFields = allFields.filter(({ kind }) => isOptionKind(kind));
  const renderField = (name: 'date' | 'channel', label: string, options: typeof allFields) => (
    <ItemField required id={`petitionFields.${name}`} label={label} problems={problems}>
      <Select
        id={`item-petitionFields.${name}`}
        className={styles.wide ?? ''}
        aria-required
        placeholder="选择字段"
        value={petition?.[name] || null}
        options={options}
        onChange={(path: string) => set({ [name]: path })}
      />
    </ItemField>
  );
  return (
    <Card id="item-part-petition" title="历史信访">
      <Checkbox
        id="item-petitionFields"
        checked={petition !== null}
        onChange={({ target }) => onChange({ petitionFields: target.checked ? noPetition : null })}
      >
        信访事项：列出同一信访人以前的信访件
      </Checkbox>
      {problems
        .filter(({ field }) => field === 'petitionFields')
        .map(({ message }) => (
          <small key={message} className={styles.fault}>
            {message}
          </small>
        ))}
      {petition && (
        <div className={styles.fields}>
          {renderField('date', '信访日期', dateFields)}
          {renderField('channel', '信访形式', optionFields)}
          <ItemField
            id="petitionFields.problem"
            label="问题类别"
            problems={problems}
            hint="从大类到小类依次选择"
          >
            <NameSelect
              id="item-petitionFields.problem"
              className={styles.wide ?? ''}
              mode="multiple"
              placeholder="选择字段"
              value={petition.problem}
              options={optionFields}
              onChange={(problem: string[]) => set({ problem })}
            />
          </ItemField>
          <ItemField
            id="petitionFields.original"
            label="原办件"
            problems={problems}
            hint="重复信访写明原办件流水号的字段；没有则不选"
          >
            <Select
              id="item-petitionFields.original"
              className={styles.wide ?? ''}
              allowClear
              placeholder="选择字段"
              value={petition.original?.field ?? null}
              options={allFields}
              onChange={(field?: string) => {
                const { original, ...rest } = petition;
                onChange({
                  petitionFields: field ? { ...rest, original: { beside: {}, ...original, field } } : rest,
                });
              }}
            />
          </ItemField>
          {petition.original && (
            <>
              <ItemField
                wide
                id="petitionFields.beside"
                label="同时填写"
                problems={problems}
                hint="设为原办件时，另外填写的字段和内容"
              >
                <PairRows
                  label="同时填写"
                  names={allFields}
                  value={petition.original.beside}
                  onChange={(beside) =>
                    petition.original && set({ original: { ...petition.original, beside } })
                  }
                />
              </ItemField>
              <ItemField
                wide
                id="petitionFields.unfinished"
                label="重复信访"
                problems={problems}
                hint="事项登记时查重的，写明该件流水号的重复信访仍可提交"
              >
                <Checkbox
                  checked={petition.original.unfinished === true}
                  onChange={({ target }) =>
                    petition.original &&
                    set({ original: { ...petition.original, unfinished: target.checked } })
                  }
                >
                  未办结的信访件也可以登记为重复信访
                </Checkbox>
              </ItemField>
            </>
          )}
          <RepeatPart
            petition={petition}
            fields={allFields}
            problems={problems}
            onChange={(petitionFields) => onChange({ petitionFields })}
          />
        </div>
      )}
    </Card>
  );
}
