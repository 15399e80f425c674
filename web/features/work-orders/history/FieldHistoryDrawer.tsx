import type { CompiledField } from '#domain/forms/compiled-form.ts';
import { DetailDrawer } from '#web/toolkit/dialog/DetailDrawer.tsx';
import { ChangeRows } from './ChangeRows.tsx';
import { ChangesState } from './ChangesState.tsx';
import { useFormChanges } from './use-form-changes.ts';

/** Shows the changes of one field: who changed it, when, at which task, from and to which value. */
export function FieldHistoryDrawer(props: {
  code: string;
  formCode: string;
  field: CompiledField;
  onClose: () => void;
}) {
  const { code, formCode, field, onClose } = props;
  const changes = useFormChanges(code, { formCode, fieldId: field.id });
  const title = `${field.title}的修改记录`;
  return (
    <DetailDrawer title={title} onClose={onClose}>
      <ChangesState changes={changes}>
        <ChangeRows label={title} rows={changes.rows} isOfOneField />
      </ChangesState>
    </DetailDrawer>
  );
}
