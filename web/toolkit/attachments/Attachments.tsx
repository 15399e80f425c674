import { countersignUploadRule } from '#domain/uploads/limits.ts';
import { FormPortsContext } from '../form/form-ports.ts';
import { UploadArea } from '../form/kinds/upload/UploadArea.tsx';
import { formPorts } from '../open-forms/form-ports.ts';
import type { AttachedFiles } from './use-attached-files.ts';

const { formats, maxSize, maxCount } = countersignUploadRule;
const rule = { accept: formats, maxSizeMb: maxSize, ...(maxCount !== undefined && { maxCount }) };

/**
 * Shows the attachments of an opinion (S1 §5): up to ten, chosen or dropped, each with its progress; they
 * stay until it is sent.
 */
export function Attachments({ files, disabled }: { files: AttachedFiles; disabled: boolean }) {
  return (
    <FormPortsContext value={formPorts}>
      <UploadArea
        text={`附件 ${files.list.length} / ${maxCount}`}
        button={{}}
        place={{ form: '', field: '办理附件' }}
        testId="chooser-attachments"
        value={files.list}
        disabled={disabled}
        onRemove={(file) => files.remove(file.id)}
        target={{ rule, stored: files.stored, add: files.add, setBusy: files.setBusy }}
      />
    </FormPortsContext>
  );
}
