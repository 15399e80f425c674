import { DownloadOutlined, ExportOutlined, HistoryOutlined, ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { FormModel } from '#domain/forms/model.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import menuButton from '#web/toolkit/page/menu-button.module.css';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { ImportFormDialog } from './ImportFormDialog.tsx';
import { previewModel } from './preview-model.ts';
import { saveSchema } from './save-schema.ts';

/**
 * Shows 版本, and 文件: imports a form of another product, exports this one for them, or saves its own file. On a phone
 * 版本 is an entry of 文件: a button for it would leave no space for the title.
 */
export function FormFileMenu(props: {
  model: FormModel;
  /** The form as the text of its file. */
  json: string;
  /** True while the editor offers an earlier draft, which an import would overwrite. */
  isLocked: boolean;
  lossText: string | undefined;
  onShowVersions: (() => void) | undefined;
  /** Receives the imported form with the name, the code and the frame of this one. */
  onImport: (model: FormModel) => void;
}) {
  const { model, json, isLocked, lossText, onShowVersions, onImport } = props;
  const [isImporting, setImporting] = useState(false);
  const feedback = useFeedback();
  const isPhone = useMediaQuery(phoneQuery);
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
      {onShowVersions && !isPhone && <Button onClick={onShowVersions}>版本</Button>}
      <MenuButton
        className={menuButton.boxedButton ?? ''}
        choices={[
          ...(onShowVersions && isPhone
            ? [
                {
                  key: 'versions',
                  label: '版本',
                  icon: <HistoryOutlined aria-hidden />,
                  onChoose: onShowVersions,
                },
              ]
            : []),
          {
            key: 'import',
            label: '导入其他产品的表单',
            icon: <ImportOutlined aria-hidden />,
            onChoose: () => {
              if (isLocked) feedback.warn('请先恢复或放弃未发布的修改');
              else setImporting(true);
            },
          },
          {
            key: 'export',
            label: '导出为 JSON Schema',
            icon: <ExportOutlined aria-hidden />,
            onChoose: exportForm,
          },
          {
            key: 'save',
            label: '下载表单文件',
            icon: <DownloadOutlined aria-hidden />,
            lineAbove: true,
            onChoose: () => saveFile(`${code}.json`, json, 'application/json'),
          },
        ]}
      >
        文件
      </MenuButton>
      {isImporting && (
        <ImportFormDialog lossText={lossText} onImport={importForm} onClose={() => setImporting(false)} />
      )}
    </>
  );
}
