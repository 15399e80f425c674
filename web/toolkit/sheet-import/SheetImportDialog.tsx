import { Button } from 'antd';
import { useState } from 'react';
import type { SheetImportCalls, SheetPreview } from '#contract/sheet-imports.ts';
import { call } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { CancelButton, EditingModal } from '../dialog/EditingModal.tsx';
import { useReportedMutation } from '../feedback/use-reported-mutation.ts';
import { base64OfFile } from '../files/base64.ts';
import { SheetChanges } from './SheetChanges.tsx';
import { SheetChooser } from './SheetChooser.tsx';
import { problemOfWorkbook } from './sheet-file.ts';
import styles from './sheet-import.module.css';

interface Preview {
  name: string;
  file: string;
  preview: SheetPreview;
}

/** Shows 导入: opens a sheet, shows its changes and problems, and imports it as a whole or not at all. */
export function SheetImportDialog(props: { calls: SheetImportCalls; title: string; onClose: () => void }) {
  const { calls, title, onClose } = props;
  const [importPreview, setImportPreview] = useState<Preview>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const apply = useReportedMutation(calls.apply);

  const readPreview = async (name: string, file: string) => {
    setReading(true);
    try {
      const preview = await call(calls.preview, { body: { file } });
      setImportPreview({ name, file, preview });
      setProblem(undefined);
    } catch (failure) {
      const problems = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
      // A broken connection does not mean that the sheet is bad: it stays for another try.
      setImportPreview((previous) =>
        problems.length === 0 && previous?.file === file ? previous : undefined,
      );
      setProblem(problems.length > 0 ? problems.join('；') : textOfFailure(failure));
    }
    setReading(false);
  };
  const choose = async (file: File) => {
    const fileProblem = problemOfWorkbook(file);
    if (fileProblem === undefined) await readPreview(file.name, await base64OfFile(file));
    else {
      setImportPreview(undefined);
      setProblem(`${file.name}：${fileProblem}`);
    }
  };
  const { preview } = importPreview ?? {};
  const changes = (preview?.added ?? 0) + (preview?.changed ?? 0);
  const confirm = async () => {
    if (!importPreview) return;
    const { file, preview: confirmed } = importPreview;
    const result = await apply.mutation(
      { body: { file, digest: confirmed.digest } },
      `已导入${title}：${countText(confirmed)}`,
    );
    if (result) onClose();
    // Another user changed the data meanwhile: make the preview again.
    else await readPreview(importPreview.name, file);
  };

  return (
    <EditingModal
      open
      title={`导入${title}`}
      width={preview ? 920 : 560}
      unsaved={() => importPreview !== undefined && changes > 0}
      lossText="预览的内容尚未导入，关闭后需重新选择文件。"
      stayLabel="返回"
      onCancel={onClose}
      footer={[
        <CancelButton key="cancel" />,
        importPreview && (
          <Button
            key="apply"
            type="primary"
            disabled={importPreview.preview.wrong > 0 || changes === 0}
            loading={apply.running}
            onClick={() => void confirm()}
          >
            {changes > 0 && importPreview.preview.wrong === 0
              ? `确认导入（${countText(importPreview.preview)}）`
              : '确认导入'}
          </Button>
        ),
      ]}
    >
      <SheetChooser
        calls={calls}
        chosen={importPreview?.name}
        isReading={isReading}
        onFile={(file) => void choose(file)}
      />
      {problem !== undefined && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      {importPreview && <SheetChanges key={importPreview.preview.digest} preview={importPreview.preview} />}
    </EditingModal>
  );
}

function countText({ added, changed }: Pick<SheetPreview, 'added' | 'changed'>): string {
  const parts = [added > 0 && `新增 ${added} 条`, changed > 0 && `修改 ${changed} 条`].filter(Boolean);
  return parts.join('，') || '没有变化';
}
