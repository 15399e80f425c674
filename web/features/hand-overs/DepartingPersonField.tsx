import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { handOvers } from '#contract/hand-overs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useDebounced } from '#web/toolkit/choices/use-debounced.ts';

const debounceMilliseconds = 300;

export interface DepartingPerson {
  id: string;
  name: string;
  orgName: string;
  inOffice: boolean;
}

/**
 * Asks for the departing person: any member of the office, disabled accounts first, which no other picker
 * offers.
 */
export function DepartingPersonField(props: {
  value: string;
  /** The person for whom the dialog was opened. */
  preset: DepartingPerson | undefined;
  problem: string | undefined;
  onChange: (id: string) => void;
}) {
  const { value, preset, problem, onChange } = props;
  const [searchText, setSearchText] = useState('');
  const keyword = useDebounced(searchText.trim(), debounceMilliseconds);
  const people = useQuery({
    ...queryOf(handOvers.people, { query: { keyword } }),
    placeholderData: keepPreviousData,
  });
  const rows = people.data?.rows ?? [];
  const isPresetMissing = preset !== undefined && keyword === '' && !rows.some(({ id }) => id === preset.id);
  const options = isPresetMissing ? [preset, ...rows] : rows;
  return (
    <Form.Item
      label="移交人"
      required
      htmlFor="hand-over-from"
      validateStatus={problem && 'error'}
      help={problem}
    >
      <Select
        id="hand-over-from"
        aria-required
        aria-label="移交人"
        showSearch={{ filterOption: false, onSearch: setSearchText }}
        placeholder="输入姓名、拼音或账号查找，含已停用人员"
        loading={people.isFetching}
        notFoundContent={people.isError ? '查找失败，请重试' : '没有符合的人员'}
        value={value === '' ? undefined : value}
        onChange={onChange}
        options={options.map(({ id, name, orgName, inOffice }) => ({
          value: id,
          label: `${name}　${orgName}${inOffice ? '' : '（已停用）'}`,
        }))}
      />
    </Form.Item>
  );
}
