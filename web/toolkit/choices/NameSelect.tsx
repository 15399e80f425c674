import { Select, type SelectProps } from 'antd';
import { type ClipboardEventHandler, useState } from 'react';
import { mayBePinyin } from '#domain/texts/spelled-search.ts';
import { useNamePinyin } from './use-name-search.ts';

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
  onPaste?: ClipboardEventHandler;
};

/**
 * Shows a select whose options are found by the characters of their labels in order, by pinyin and by initials.
 * The pinyin is loaded when a letter is typed.
 */
export function NameSelect<Value>(props: NameSelectProps<Value>) {
  const { options, ofPeople = false, notFoundContent, ...selectProps } = props;
  const [hasLetters, setHasLetters] = useState(false);
  const { finds, isLoading } = useNamePinyin(
    options.map(({ label }) => label),
    { enabled: hasLetters, ofPeople },
  );
  return (
    <Select<Value, NameOption>
      {...selectProps}
      options={[...options]}
      notFoundContent={isLoading ? '正在查询…' : notFoundContent}
      showSearch={{
        filterOption: (text, option) => finds(text, option?.label ?? ''),
        onSearch: (text) => setHasLetters((before) => before || mayBePinyin(text)),
      }}
    />
  );
}
