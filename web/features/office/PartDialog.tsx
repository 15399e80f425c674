import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber } from 'antd';
import { useRef } from 'react';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officeHalls } from '#contract/office-parts.ts';
import { organisations } from '#contract/organisations.ts';
import { officeLimits } from '#domain/office/office-limits.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { CodeField, StoredCode } from '#web/toolkit/codes/CodeField.tsx';
import { useCode } from '#web/toolkit/codes/use-code.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { organisationOptions } from './organisation-options.ts';
import {
  bodyOf,
  draftOf,
  type EditedPart,
  type PartForm,
  type PartValues,
  partLabels,
  type StoredPart,
} from './part-forms.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { requiredRules, useOfficeForm } from './use-office-form.ts';

/** Adds, edits or deletes a hall, window, post or user group. */
export function PartDialog({ editedPart, onClose }: { editedPart: EditedPart; onClose: () => void }) {
  const { form: part, row, uniqueName, isRemoval } = editedPart;
  if (isRemoval && row)
    return (
      <RemoveDialog
        title={part.title}
        row={row}
        uniqueName={uniqueName ?? row.name}
        endpoint={part.remove}
        uses={part.uses}
        peopleFilter={part.peopleFilter}
        advice={part.advice}
        onClose={onClose}
      />
    );
  return <EditDialog editedPart={editedPart} onClose={onClose} />;
}

/** Base of comparison for a new part. */
const emptyPart: StoredPart = { id: '', name: '', sortBy: 0, digest: '' };

function EditDialog({
  editedPart: { form: part, row, position, initialValues, usedCodes = [] },
  onClose,
}: {
  editedPart: EditedPart;
  onClose: () => void;
}) {
  const isNew = row === undefined;
  const client = useQueryClient();
  const names = useRef(new Map<string, string>());
  const { openedVersion, concurrentEdit, mergeNewest } = useConcurrentEdits(
    row ?? emptyPart,
    { draftOf: (stored: Omit<PartValues, 'code'>) => draftOf(part, stored), labels: partLabels },
    (field, { [field]: value }) =>
      (Array.isArray(value) ? value : [value ?? ''])
        .map((id) => names.current.get(String(id)) ?? String(id))
        .join('、'),
  );
  const { form, submit, running, codeProblem, clearCodeProblem } = useOfficeForm<PartValues>(
    isNew ? part.create : part.change,
    (values) => ({
      ...(row && { params: { id: row.id } }),
      body: {
        ...(isNew && { code: values.code }),
        ...bodyOf(part, values),
        ...(row && { digest: openedVersion.digest }),
      },
    }),
    async (message, values) => {
      const { rows } = await client.fetchQuery(queryOf(part.list, {} as never));
      const current = rows.find(({ id }) => id === row?.id);
      if (!current) return {};
      for (const { orgId, orgName, hallId, hallName } of [openedVersion as StoredPart, current]) {
        if (orgId && orgName) names.current.set(orgId, orgName);
        if (hallId && hallName) names.current.set(hallId, hallName);
      }
      return mergeNewest(current, draftOf(part, values), message);
    },
  );
  const code = useCode(Form.useWatch('name', form) ?? '', usedCodes);
  const save = async () => {
    const isSaved = isNew
      ? await submit(`已新建${part.title}`, { code: await code.resolve() })
      : await submit(`已保存${part.title}`);
    if (isSaved) onClose();
  };
  return (
    <EditingModal
      open
      title={isNew ? `新建${part.title}` : `修改${part.title}`}
      width={520}
      okText="保存"
      confirmLoading={running}
      onOk={() => void save()}
      unsaved={() => form.isFieldsTouched() || code.typedCode !== undefined}
      onCancel={onClose}
    >
      <ConcurrentEditNotice edit={concurrentEdit} />
      <Form
        form={form}
        layout="vertical"
        initialValues={row ? { ...row } : { sortBy: position, applications: [], ...initialValues }}
        onFinish={() => void save()}
      >
        <Form.Item name="name" label="名称" rules={requiredRules('name')}>
          <Input maxLength={officeLimits.name} />
        </Form.Item>
        <OwnFields part={part} />
        <Form.Item name="sortBy" label="顺序" extra="数字小的排在前面。">
          <InputNumber min={0} max={officeLimits.order} precision={0} />
        </Form.Item>
        {isNew ? (
          <CodeField
            id="part-code"
            code={code}
            maxLength={64}
            problem={codeProblem}
            onType={clearCodeProblem}
          />
        ) : (
          <StoredCode code={row.id} />
        )}
      </Form>
    </EditingModal>
  );
}

function OwnFields({ part: { fields, orgOptional = false } }: { part: PartForm }) {
  return (
    <>
      {fields.includes('orgId') && (
        <Form.Item name="orgId" label="所属机构" rules={orgOptional ? [] : requiredRules('orgId')}>
          <OrganisationSelect allowClear={orgOptional} />
        </Form.Item>
      )}
      {fields.includes('hallId') && (
        <Form.Item name="hallId" label="所属大厅" rules={requiredRules('hallId')}>
          <HallSelect />
        </Form.Item>
      )}
      {fields.includes('number') && (
        <Form.Item
          name="number"
          label="窗口号"
          rules={requiredRules('number')}
          extra="窗口标牌上的号码，在一个大厅内不重复。"
        >
          <Input maxLength={officeLimits.number} />
        </Form.Item>
      )}
      {fields.includes('applications') && (
        <Form.Item name="applications" label="业务应用" extra="不选表示所有业务都用。">
          <ApplicationSelect />
        </Form.Item>
      )}
    </>
  );
}

/** The properties that a form gives to its field. */
interface FieldValueProps<Value> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

function OrganisationSelect(props: FieldValueProps<string | null> & { allowClear?: boolean }) {
  const { allowClear = false, ...fieldProps } = props;
  const list = useQuery(queryOf(officeOrganisations.list, {}));
  return (
    <NameSelect
      {...fieldProps}
      allowClear={allowClear}
      loading={list.isPending}
      placeholder={allowClear ? '不限机构' : '请选择'}
      options={organisationOptions(list.data?.rows ?? [])}
    />
  );
}

function HallSelect(fieldProps: FieldValueProps<string>) {
  const list = useQuery(queryOf(officeHalls.list, {}));
  const options = list.data?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <NameSelect
      {...fieldProps}
      loading={list.isPending}
      placeholder={list.isSuccess && options.length === 0 ? '还没有大厅，请先新建大厅' : '请选择'}
      options={options}
    />
  );
}

function ApplicationSelect(fieldProps: FieldValueProps<string[]>) {
  const list = useQuery(queryOf(organisations.applications, { query: { size: 10_000 } }));
  const options = list.data?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <NameSelect
      {...fieldProps}
      mode="multiple"
      loading={list.isPending}
      placeholder="全部"
      options={options}
    />
  );
}
