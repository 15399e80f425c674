import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { handOvers } from '#contract/hand-overs.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useDebounced } from '#web/toolkit/choices/use-debounced.ts';

const settleMilliseconds = 300;

export interface DepartedPerson {
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
  preset: DepartedPerson | undefined;
  problem: string | undefined;
  onChange: (id: string) => void;
}) {
  const { value, preset, problem, onChange } = props;
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim(), settleMilliseconds);
  const people = useQuery({
    ...queryOf(handOvers.people, { query: { keyword } }),
    placeholderData: keepPreviousData,
  });
  const found = people.data?.rows ?? [];
  const isMore = preset !== undefined && keyword === '' && !found.some(({ id }) => id === preset.id);
  const offered = isMore ? [preset, ...found] : found;
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
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder="输入姓名或账号查找，含已停用人员"
        loading={people.isFetching}
        notFoundContent={people.isError ? '查找失败，请重试' : '没有符合的人员'}
        value={value === '' ? undefined : value}
        onChange={onChange}
        options={offered.map(({ id, name, orgName, inOffice }) => ({
          value: id,
          label: `${name}　${orgName}${inOffice ? '' : '（已停用）'}`,
        }))}
      />
    </Form.Item>
  );
}
