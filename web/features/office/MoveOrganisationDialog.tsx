import { Form } from 'antd';
import { type EditableOrganisation, officeOrganisations } from '#contract/office-organisations.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { organisationOptions } from './organisation-options.ts';
import { useOfficeForm } from './use-office-form.ts';

/** Asks for the new parent of an organisation, and moves it with all units below it. */
export function MoveOrganisationDialog(props: {
  rows: readonly EditableOrganisation[];
  row: EditableOrganisation;
  onClose: () => void;
}) {
  const { rows, row, onClose } = props;
  const { form, submit, running } = useOfficeForm<{ parentId: string }>(
    officeOrganisations.move as never,
    ({ parentId }) => ({ params: { id: row.id }, body: { parentId: parentId ?? '', before: null } }),
  );
  const subtreeIds = new Set([row.id]);
  for (const each of rows) if (subtreeIds.has(each.parent ?? '')) subtreeIds.add(each.id);
  const parentId = Form.useWatch('parentId', form);
  const movesPeople = row.kind === 'department' && row.people > 0 && parentId !== row.parent;
  const save = async () => {
    if (await submit(`已移动“${row.name}”`)) onClose();
  };
  return (
    <EditingModal
      open
      title={`移动机构：${row.name}`}
      width={520}
      okText="移动"
      confirmLoading={running}
      onOk={() => void save()}
      unsaved={() => form.isFieldsTouched()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ parentId: row.parent }}
        onFinish={() => void save()}
      >
        <Form.Item
          name="parentId"
          label="新的上级机构"
          required
          extra={`${subtreeIds.size > 1 ? `该机构及其 ${subtreeIds.size - 1} 个下级` : '该机构'}一起移到所选机构的最后；编码和办件不变。${movesPeople ? `部门的 ${row.people} 名在职人员改属新的上级机构，权限和待办随即更新。` : '人员不变。'}`}
        >
          <NameSelect
            options={organisationOptions(
              rows,
              ({ id, kind }) => kind === 'organisation' && !subtreeIds.has(id),
            )}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}
