import { countersignUploadRule } from '#domain/uploads/limits.ts';
import { FormContext } from '../form/form-context.ts';
import { UploadArea } from '../form/kinds/upload/UploadArea.tsx';
import { formContextValue } from '../open-forms/form-context-value.ts';
import type { AttachedFiles } from './use-attached-files.ts';

const { formats, maxSize, maxCount } = countersignUploadRule;
const rule = { accept: formats, maxSizeMb: maxSize, ...(maxCount !== undefined && { maxCount }) };

/**
 * Shows the attachments of an opinion (S1 §5): up to ten, chosen or dropped, each with its progress; they
 * stay until it is sent.
 */
export function Attachments({ files, disabled }: { files: AttachedFiles; disabled: boolean }) {
  return (
    <FormContext value={formContextValue}>
      <UploadArea
        text={`附件 ${files.list.length} / ${maxCount}`}
        button={{}}
        place={{ form: '', field: '办理附件' }}
        testId="chooser-attachments"
        value={files.list}
        disabled={disabled}
        onRemove={(file) => files.remove(file.id)}
        target={{ rule, currentFiles: files.currentFiles, add: files.add, setBusy: files.setBusy }}
      />
    </FormContext>
  );
}
