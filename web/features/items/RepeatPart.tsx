import { useQuery } from '@tanstack/react-query';
import { InputNumber, Select } from 'antd';
import type { fieldOptions } from '#contract/item-field-options.ts';
import type { ItemExtras } from '#contract/item-settings.ts';
import { items, type StoredItem } from '#contract/items.ts';
import { findKind } from '#domain/forms/kinds/kinds.ts';
import { petitionLimits } from '#domain/petitions/petition-links.ts';
import { stageLimit } from '#domain/petitions/stage-limit.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { type FieldsProps, ItemField } from './ItemField.tsx';
import styles from './items.module.css';

type Petition = NonNullable<ItemExtras['petitionFields']>;

const initialSearch = { months: petitionLimits.months, letters: petitionLimits.letters };

/** Returns the available items; also the chosen one, if it is not available any more. */
function itemOptions(rows: readonly StoredItem[], chosen: string | undefined) {
  const available = rows.filter(({ current }) => current);
  const options = available.map(({ taskCode, name }) => ({ value: taskCode, label: name }));
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  const name = rows.find(({ taskCode }) => taskCode === chosen)?.name ?? chosen;
  return [...options, { value: chosen, label: `${name}（未启用）` }];
}

/** Edits how repeat petitions are found at registration, the item of 复查 and 复核, and the representatives. */
export function RepeatPart(props: {
  petition: Petition;
  fields: ReturnType<typeof fieldOptions>;
  problems: FieldsProps['problems'];
  onChange: (petition: Petition) => void;
}) {
  const { petition, fields, problems, onChange } = props;
  const list = useQuery(queryOf(items.list, {}));
  const { similar, review, ...rest } = petition;
  const setSimilar = (change: Partial<NonNullable<Petition['similar']>>) =>
    similar && onChange({ ...petition, similar: { ...similar, ...change } });
  const numberField = (
    name: string,
    label: string,
    unit: string,
    value: { now: number; min: number; max: number; hint?: string; set: (next: number) => void },
  ) => (
    <ItemField
      id={`petitionFields.${name}`}
      label={label}
      problems={problems}
      {...(value.hint && { hint: value.hint })}
    >
      <InputNumber
        id={`item-petitionFields.${name}`}
        min={value.min}
        max={value.max}
        precision={0}
        suffix={unit}
        value={value.now}
        onChange={(next) => next !== null && value.set(next)}
      />
    </ItemField>
  );
  return (
    <>
      <ItemField
        id="petitionFields.similar.matter"
        label="反映内容"
        problems={problems}
        hint="登记时按这些字段查找相似的信访件，并须判断是否重复；不选则不查"
      >
        <NameSelect
          id="item-petitionFields.similar.matter"
          className={styles.wide ?? ''}
          mode="multiple"
          placeholder="选择字段"
          value={similar?.matter ?? []}
          options={fields.filter(({ kind }) => findKind(kind)?.searchable === true)}
          onChange={(matter: string[]) =>
            onChange(
              matter.length === 0
                ? { ...rest, ...(review && { review }) }
                : { ...petition, similar: { ...initialSearch, ...similar, matter } },
            )
          }
        />
      </ItemField>
      {similar && (
        <>
          <ItemField
            id="petitionFields.similar.area"
            label="问题属地"
            problems={problems}
            hint="属地相同才算同一事项；不选则比较事项的区划"
          >
            <Select
              id="item-petitionFields.similar.area"
              className={styles.wide ?? ''}
              allowClear
              placeholder="选择字段"
              value={similar.area ?? null}
              options={fields.filter(({ kind }) => kind === 'region')}
              onChange={(area?: string) => {
                const { area: _, ...others } = similar;
                onChange({ ...petition, similar: area ? { ...others, area } : others });
              }}
            />
          </ItemField>
          {numberField('similar.months', '查找范围', '个月内', {
            ...{ now: similar.months, min: 1, max: 24 },
            set: (months) => setSimilar({ months }),
          })}
          {numberField('similar.letters', '相近词语', '字以上', {
            ...{ now: similar.letters, min: 2, max: 100 },
            set: (letters) => setSimilar({ letters }),
          })}
        </>
      )}
      <ItemField
        id="petitionFields.review.taskCode"
        label="复查、复核"
        problems={problems}
        hint="对本事项的答复不服时，由哪个事项办理复查（复核）；不选则不提供"
      >
        <NameSelect
          id="item-petitionFields.review.taskCode"
          className={styles.wide ?? ''}
          allowClear
          placeholder="选择事项"
          value={review?.taskCode ?? null}
          options={itemOptions(list.data?.rows ?? [], review?.taskCode)}
          onChange={(taskCode: string | null | undefined) => {
            const others = { ...rest, ...(similar && { similar }) };
            const days = petitionLimits.reviewDays;
            onChange(taskCode ? { ...others, review: { days, ...review, taskCode } } : others);
          }}
        />
      </ItemField>
      {review && (
        <>
          {numberField('review.days', '申请期限', '日内', {
            ...{ now: review.days, min: 1, max: 365 },
            set: (days) => onChange({ ...petition, review: { ...review, days } }),
          })}
          {numberField('review.handlingDays', '办理期限', '日内', {
            hint: '复查、复核件的全程时限，代替流程设置的时限',
            ...{ now: stageLimit(review).amount, min: 1, max: 365 },
            set: (handlingDays) => onChange({ ...petition, review: { ...review, handlingDays } }),
          })}
        </>
      )}
      {numberField('representatives', '联名代表人', '人以内', {
        ...{ now: petition.representatives ?? petitionLimits.representatives },
        ...{ min: 1, max: petitionLimits.representatives },
        set: (representatives) => onChange({ ...petition, representatives }),
      })}
    </>
  );
}
