import { DownloadOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { FormModel } from '#domain/forms/model.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { ImportFormDialog } from './ImportFormDialog.tsx';
import { previewModel } from './preview-model.ts';
import { saveSchema } from './save-schema.ts';

/** Shows the buttons that save a form as a file, export it for other products, and import one of theirs. */
export function FormFileButtons(props: {
  model: FormModel;
  /** The form as the text of its file. */
  json: string;
  /** True while the editor offers an earlier draft, which an import would overwrite. */
  isLocked: boolean;
  lossText: string | undefined;
  /** Receives the imported form with the name, the code and the frame of this one. */
  onImport: (model: FormModel) => void;
}) {
  const { model, json, isLocked, lossText, onImport } = props;
  const [isImporting, setImporting] = useState(false);
  const feedback = useFeedback();
  const { code, title, frame } = model.globalConfig;
  const importForm = ({ schema, globalConfig: { frame: _, ...config } }: FormModel) => {
    onImport({ schema, globalConfig: { ...config, code, title, ...(frame && { frame }) } });
    setImporting(false);
    feedback.success(`已导入 ${schema.fields.length} 个字段，核对后发布`);
  };
  const exportForm = () => {
    if (previewModel(model).problems.length > 0) feedback.warn('请先补全预览中列出的各处，再导出');
    else void saveSchema(model);
  };
  return (
    <>
      <Button icon={<ImportOutlined aria-hidden />} disabled={isLocked} onClick={() => setImporting(true)}>
        导入
      </Button>
      <Button
        icon={<ExportOutlined aria-hidden />}
        title="导出为 JSON Schema，供其他系统使用"
        onClick={exportForm}
      >
        导出
      </Button>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        onClick={() => saveFile(`${code}.json`, json, 'application/json')}
      >
        下载
      </Button>
      {isImporting && (
        <ImportFormDialog lossText={lossText} onImport={importForm} onClose={() => setImporting(false)} />
      )}
    </>
  );
}
