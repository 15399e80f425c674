import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { maxJointPetitioners } from '#domain/petitions/joint-petition.ts';
import { call } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { base64OfFile } from '#web/toolkit/files/base64.ts';
import { problemOfWorkbook, saveWorkbook } from '#web/toolkit/sheet-import/sheet-file.ts';
import styles from './petition-tab.module.css';

type Preview = OutputOf<typeof jointPetitioners.preview>;

/** Imports the list of names of a joint petition: shows what it contains and all its problems first. */
export function JointImportDialog(props: { code: string; replaced: number; onClose: () => void }) {
  const { code, replaced, onClose } = props;
  const params = { workorderCode: code };
  const [read, setRead] = useState<{ name: string; file: string; preview: Preview }>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const feedback = useFeedback();
  const { mutation, running } = useReportedMutation(jointPetitioners.import);

  const choose = async (chosen: File) => {
    setRead(undefined);
    const unusable = problemOfWorkbook(chosen);
    setProblem(unusable && `${chosen.name}：${unusable}`);
    if (unusable) return;
    setReading(true);
    try {
      const file = await base64OfFile(chosen);
      setRead({
        name: chosen.name,
        file,
        preview: await call(jointPetitioners.preview, { params, body: { file } }),
      });
    } catch (failure) {
      const texts = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
      setProblem(texts.join('；') || textOfFailure(failure));
    }
    setReading(false);
  };
  const saveTemplate = async () => {
    try {
      saveWorkbook(await call(jointPetitioners.template, { params }));
    } catch (failure) {
      feedback.failure(failure);
    }
  };
  const { preview } = read ?? {};
  const submit = async () => {
    if (!read) return;
    const done = await mutation({ params, body: { file: read.file } }, `已导入 ${read.preview.people} 人`);
    if (done) onClose();
  };
  return (
    <EditingModal
      open
      title="导入联名信访人"
      width={640}
      okText={preview && preview.problems.length === 0 ? `确认导入（${preview.people} 人）` : '确认导入'}
      okButtonProps={{ disabled: !preview || preview.problems.length > 0 }}
      confirmLoading={running}
      unsaved={() => preview !== undefined}
      lossText="名单尚未导入，关闭后需重新选择文件。"
      stayLabel="返回"
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p className={styles.chooser}>
        <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={() => void saveTemplate()}>
          下载空白模板
        </Button>
        <Button
          icon={<UploadOutlined aria-hidden />}
          loading={isReading}
          onClick={() => chooser.current?.click()}
        >
          {read ? '重新选择文件' : '选择文件'}
        </Button>
        <input
          ref={chooser}
          hidden
          type="file"
          accept=".xlsx"
          aria-label="选择联名信访人名单"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) void choose(file);
          }}
        />
        <small>{read?.name ?? `.xlsx 文件，最多 ${maxJointPetitioners} 人`}</small>
      </p>
      {replaced > 0 && <p>导入后替换现有名单（{replaced} 人）。</p>}
      {problem && (
        <p role="alert" className={styles.fault}>
          {problem}
        </p>
      )}
      {preview && preview.problems.length === 0 && (
        <p role="status">
          共 {preview.people} 人，代表人 {preview.representatives.join('、')}
        </p>
      )}
      {preview && preview.problems.length > 0 && (
        <div role="alert">
          <p className={styles.fault}>有 {preview.problems.length} 处问题，请修改文件后重新选择</p>
          <ul className={styles.problems}>
            {preview.problems.map(({ row, column, message }) => (
              <li key={`${row} ${column} ${message}`}>
                {[row > 0 && `第 ${row} 行`, column].filter(Boolean).join(' ')} {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </EditingModal>
  );
}
