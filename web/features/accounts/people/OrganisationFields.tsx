import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { organisations } from '#contract/organisations.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { Choice } from '#web/toolkit/choices/choice.ts';
import { TagsField } from '#web/toolkit/choices/TagsField.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { departmentsOf, organisationOf } from './person-draft.ts';

const OrganisationPicker = lazyPart(
  async () => (await import('#web/toolkit/pickers/OrganisationPicker.tsx')).OrganisationPicker,
);
const wholeTree = queryOf(organisations.organisationTree, { query: { type: 'all' } });

/** Asks where a person works: an organisation, and optionally one of its departments. */
export function OrganisationFields(props: {
  org: Choice | undefined;
  departmentId: string;
  problems: Readonly<Record<string, string>>;
  onChange: (place: { org: Choice | undefined; departmentId: string }) => void;
}) {
  const { org, departmentId, problems, onChange } = props;
  const organisationTree = useQuery(wholeTree).data?.rows ?? [];
  const [isPicking, setPicking] = useState(false);
  const close = () => setPicking(false);
  const departments = org === undefined ? [] : departmentsOf(organisationTree, org.key);
  const choose = (choice: Choice) => {
    close();
    // Choosing a department also chooses its organisation.
    const owner = organisationOf(organisationTree, choice.key);
    if (owner === undefined || owner.id === choice.key) {
      onChange({ org: choice, departmentId: org?.key === choice.key ? departmentId : '' });
    } else onChange({ org: { key: owner.id, name: owner.name }, departmentId: choice.key });
  };
  return (
    <>
      <Form.Item
        label="机构"
        required
        htmlFor="person-org"
        validateStatus={problems.orgId && 'error'}
        help={problems.orgId}
      >
        <TagsField
          id="person-org"
          label="机构"
          chosen={org === undefined ? [] : [org]}
          onRemove={() => onChange({ org: undefined, departmentId: '' })}
          onOpen={() => setPicking(true)}
        />
        {isPicking && (
          <OrganisationPicker
            title="选择机构"
            single
            value={org === undefined ? [] : [org]}
            onConfirm={([choice]) => choice && choose(choice)}
            onCancel={close}
            onLoadFailed={close}
          />
        )}
      </Form.Item>
      <Form.Item
        label="部门"
        htmlFor="person-department"
        validateStatus={problems.departmentId && 'error'}
        help={problems.departmentId}
      >
        <Select
          id="person-department"
          value={departmentId}
          disabled={org === undefined}
          onChange={(id: string) => onChange({ org, departmentId: id })}
          options={[
            { value: '', label: org === undefined ? '请先选择机构' : '不属于部门' },
            ...departments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Form.Item>
    </>
  );
}
