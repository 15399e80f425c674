import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { organisations, spellingLimits } from '#contract/organisations.ts';
import { findsName } from '#domain/texts/name-search.ts';
import { queryOf } from '#web/api/query-of.ts';

interface NameOption {
  value?: string | number | null;
  label: string;
}

type NameSelectProps<Value> = Omit<
  SelectProps<Value, NameOption>,
  'showSearch' | 'filterOption' | 'optionFilterProp' | 'onSearch' | 'options'
> & {
  options: readonly NameOption[];
  /** True if the options are people: the first character of a name is read as a surname. */
  ofPeople?: boolean;
};

const isChinese = (label: string) => /\p{Script=Han}/u.test(label);

/** Returns the part of a label whose pinyin is asked; a space would be taken for a separator of syllables. */
const spelledPart = (label: string) => label.slice(0, spellingLimits.characters).replace(/\s/gu, '·');

/**
 * Shows a select whose options are found by the characters of their labels in order, by pinyin and by initials.
 * The pinyin is loaded when a letter is typed.
 */
export function NameSelect<Value>(props: NameSelectProps<Value>) {
  const { options, ofPeople = false, notFoundContent, ...selectProps } = props;
  const [hasLetters, setHasLetters] = useState(false);
  const names = [...new Set(options.map(({ label }) => label))]
    .filter(isChinese)
    .slice(0, spellingLimits.names);
  const spelling = useQuery({
    ...queryOf(organisations.pinyin, { body: { names: names.map(spelledPart), ofPeople } }),
    enabled: hasLetters && names.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pinyinOf = new Map(names.map((name, place) => [name, spelling.data?.pinyin[place]]));
  return (
    <Select<Value, NameOption>
      {...selectProps}
      options={[...options]}
      notFoundContent={spelling.isFetching ? '正在查询…' : notFoundContent}
      showSearch={{
        filterOption: (text, option) =>
          findsName(text, option?.label ?? '', pinyinOf.get(option?.label ?? '')),
        onSearch: (text) => setHasLetters((before) => before || /[a-z]/i.test(text)),
      }}
    />
  );
}
