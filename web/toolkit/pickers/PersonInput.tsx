import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { lazy, Suspense } from 'react';
import { organisations } from '#contract/organisations.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import { retryablePart } from '../lazy-parts/retryable-part.tsx';
import type { ListFilter } from '../list-model/list-types.ts';

const StaffButton = lazy(() => retryablePart(async () => (await import('./StaffField.tsx')).StaffButton));

/** Asks for one person, stored as the id; the name is looked up. */
function PersonInput(props: {
  id: string;
  label: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const { id, label, value, onChange } = props;
  const query = useQuery({
    ...queryOf(organisations.pickStaff, { query: { page: 1, size: 1, ids: value ?? '' } }),
    enabled: value !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name = query.data?.rows[0]?.name ?? value ?? '';
  return (
    <Suspense fallback={<Button id={id} block disabled aria-label={label} />}>
      <Space.Compact block>
        <StaffButton
          id={id}
          label={label}
          value={value === undefined ? undefined : { key: `staff:${value}`, name }}
          onChange={({ key }) => onChange(key.replace(/^staff:/, ''))}
        />
        {value !== undefined && (
          <Button icon={<CloseOutlined />} aria-label={`清空${label}`} onClick={() => onChange(undefined)} />
        )}
      </Space.Compact>
    </Suspense>
  );
}

/** Returns the filter of a list by one person, sent as `name` with the person's id. */
export function personFilter(name: string, label: string): ListFilter {
  return {
    kind: 'custom',
    name,
    label,
    nameQuery: (id) =>
      queryAs(
        queryOf(organisations.pickStaff, { query: { page: 1, size: 1, ids: id } }),
        ({ rows }) => rows[0]?.name,
      ),
    render: ({ id, value, onChange }) => (
      <PersonInput
        id={id}
        label={label}
        value={typeof value === 'string' && value !== '' ? value : undefined}
        onChange={onChange}
      />
    ),
  };
}
