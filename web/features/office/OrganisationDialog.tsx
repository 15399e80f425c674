import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { type EditableOrganisation, officeOrganisations } from '#contract/office-organisations.ts';
import { officeLimits } from '#domain/office/office-limits.ts';
import { organisationKindLabel } from '#domain/office/organisation-tree.ts';
import { queryOf } from '#web/api/query-of.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { CodeField, StoredCode } from '#web/toolkit/codes/CodeField.tsx';
import { useCode } from '#web/toolkit/codes/use-code.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { RegionCodeInput } from '#web/toolkit/regions/RegionCodeInput.tsx';
import { organisationOptions } from './organisation-options.ts';
import { requiredRules, useOfficeForm } from './use-office-form.ts';

interface Values {
  code: string;
  parentId: string;
  name: string;
  kind: EditableOrganisation['kind'];
  areaCode: string | undefined;
  address: string;
  phone: string;
}

type Draft = Pick<EditableOrganisation, 'name' | 'kind' | 'areaCode' | 'address' | 'phone'>;
const labels = { name: '名称', kind: '类别', areaCode: '行政区划', address: '地址', phone: '电话' };
const draftOf = ({
  name,
  kind,
  areaCode,
  address,
  phone,
}: { [Field in keyof Draft]?: Draft[Field] | undefined }): Draft => ({
  name: name ?? '',
  kind: kind ?? 'organisation',
  areaCode: areaCode ?? '',
  address: address ?? '',
  phone: phone ?? '',
});
/** Base of comparison for a new organisation. */
const emptyOrganisation = { ...draftOf({}), digest: '' };

/** Adds an organisation or department under another, or edits one. */
export function OrganisationDialog(props: {
  rows: readonly EditableOrganisation[];
  /** The selected organisation: a new one is added under it, or under its parent if it is a department. */
  selected: EditableOrganisation;
  editedRow: EditableOrganisation | undefined;
  onAdded: (id: string) => void;
  onClose: () => void;
}) {
  const { rows, selected, editedRow, onAdded, onClose } = props;
  const parentId = selected.kind === 'department' ? (selected.parent ?? selected.id) : selected.id;
  const client = useQueryClient();
  const { openedVersion, concurrentEdit, mergeNewest } = useConcurrentEdits(
    editedRow ?? emptyOrganisation,
    { draftOf, labels },
    (field, { [field]: value }) =>
      field === 'kind' ? organisationKindLabel[value as EditableOrganisation['kind']] : value,
  );
  const { form, submit, running, codeProblem, clearCodeProblem } = useOfficeForm<Values>(
    (editedRow ? officeOrganisations.change : officeOrganisations.create) as never,
    (values) => ({
      ...(editedRow && { params: { id: editedRow.id } }),
      body: {
        ...(!editedRow && { code: values.code, parentId: values.parentId }),
        name: values.name ?? '',
        kind: values.kind,
        areaCode: values.areaCode ?? '',
        address: values.address ?? '',
        phone: values.phone ?? '',
        ...(editedRow && { digest: openedVersion.digest }),
      },
    }),
    async (message, values) => {
      const list = await client.fetchQuery(queryOf(officeOrganisations.list, {}));
      const current = list.rows.find(({ id }) => id === editedRow?.id);
      return current ? mergeNewest(current, draftOf({ ...openedVersion, ...values }), message) : {};
    },
  );
  const editableCode = useCode(
    Form.useWatch('name', form) ?? '',
    rows.map(({ id }) => id),
  );
  const save = async () => {
    const code = editedRow ? editedRow.id : await editableCode.resolve();
    if (!(await submit(editedRow ? '已保存机构' : '已新建机构', { code }))) return;
    if (!editedRow) onAdded(code);
    onClose();
  };
  return (
    <EditingModal
      open
      title={editedRow ? '修改机构' : '新建机构'}
      width={560}
      okText="保存"
      confirmLoading={running}
      onOk={() => void save()}
      unsaved={() => form.isFieldsTouched() || editableCode.typedCode !== undefined}
      onCancel={onClose}
    >
      <ConcurrentEditNotice edit={concurrentEdit} />
      <Form
        form={form}
        layout="vertical"
        initialValues={
          editedRow ?? {
            kind: 'organisation',
            parentId,
            areaCode: selected.areaCode,
            address: '',
            phone: '',
          }
        }
        onFinish={() => void save()}
      >
        <Form.Item name="name" label="名称" rules={requiredRules('name')}>
          <Input maxLength={officeLimits.name} />
        </Form.Item>
        {!editedRow && (
          <Form.Item name="parentId" label="上级机构" rules={requiredRules('parentId')}>
            <NameSelect options={organisationOptions(rows, ({ kind }) => kind === 'organisation')} />
          </Form.Item>
        )}
        <Form.Item name="kind" label="类别">
          <Radio.Group
            aria-label="类别"
            options={Object.entries(organisationKindLabel).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item name="areaCode" label="行政区划" rules={requiredRules('areaCode')}>
          <RegionField />
        </Form.Item>
        <Form.Item name="address" label="地址">
          <Input maxLength={officeLimits.address} />
        </Form.Item>
        <Form.Item name="phone" label="电话">
          <Input maxLength={officeLimits.phone} />
        </Form.Item>
        {editedRow ? (
          <StoredCode code={editedRow.id} />
        ) : (
          <CodeField
            id="organisation-code"
            code={editableCode}
            maxLength={64}
            problem={codeProblem}
            onType={clearCodeProblem}
          />
        )}
      </Form>
    </EditingModal>
  );
}

/** Asks for the region, as a field of the form. */
function RegionField(fieldProps: {
  id?: string;
  value?: string;
  onChange?: (code: string | undefined) => void;
}) {
  const { id, value, onChange } = fieldProps;
  return (
    <RegionCodeInput {...(id !== undefined && { id })} value={value} onChange={(code) => onChange?.(code)} />
  );
}
