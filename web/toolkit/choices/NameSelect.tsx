import { Select, type SelectProps } from 'antd';
import { type ClipboardEventHandler, useState } from 'react';
import { mayBePinyin } from '#domain/texts/spelled-search.ts';
import { useNamePinyin } from './use-name-search.ts';

interface NameOption {
  value?: string | number | null;
  label: string;
}

/** Options under a heading. */
interface NameOptionGroup {
  label: string;
  options: readonly NameOption[];
}

type NameSelectProps<Value> = Omit<
  SelectProps<Value, NameOption>,
  'showSearch' | 'filterOption' | 'optionFilterProp' | 'onSearch' | 'options'
> & {
  options: readonly (NameOption | NameOptionGroup)[];
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
    options.flatMap((each) => ('options' in each ? each.options : [each])).map(({ label }) => label),
    { enabled: hasLetters, ofPeople },
  );
  return (
    <Select<Value, NameOption>
      {...selectProps}
      options={options.map((each) =>
        'options' in each ? { ...each, title: each.label, options: [...each.options] } : each,
      )}
      notFoundContent={isLoading ? '正在查询…' : notFoundContent}
      showSearch={{
        // A heading is never found itself; its options are, and show it.
        filterOption: (text, option) =>
          option !== undefined && !('options' in option) && finds(text, option.label),
        onSearch: (text) => setHasLetters((before) => before || mayBePinyin(text)),
      }}
    />
  );
}
