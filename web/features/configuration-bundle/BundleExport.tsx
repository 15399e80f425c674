import { DownloadOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { type BundlePart, bundleParts } from '#domain/office/bundle-parts.ts';
import { call } from '#web/api/call.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { bytesOfBase64 } from '#web/toolkit/files/base64.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import styles from './configuration-bundle.module.css';

/** Exports the chosen parts as a file. */
export function BundleExport({ parts }: { parts: readonly BundlePart[] }) {
  const [selectedParts, setSelectedParts] = useState<readonly BundlePart[]>(parts);
  const [isRunning, setRunning] = useState(false);
  const [signer, setSigner] = useState<string>();
  const feedback = useFeedback();
  const exportBundle = async () => {
    setRunning(true);
    try {
      const {
        fileName,
        file,
        signer: newSigner,
      } = await call(configurationBundle.exportBundle, { query: { parts: selectedParts.join(',') } });
      saveFile(fileName, bytesOfBase64(file), 'application/zip');
      setSigner(newSigner);
      feedback.success(`已导出 ${fileName}`);
    } catch (failure) {
      feedback.failure(failure);
    }
    setRunning(false);
  };
  return (
    <>
      <p className={styles.note}>
        将本单位的配置导出为带签名的文件，可导入另一套办件通；不含人员、办件、密码和密钥。导出会记入审计记录。
      </p>
      <fieldset className={styles.parts}>
        <legend>
          <Checkbox
            checked={selectedParts.length === parts.length}
            indeterminate={selectedParts.length > 0 && selectedParts.length < parts.length}
            onChange={({ target }) => setSelectedParts(target.checked ? parts : [])}
          >
            全部内容
          </Checkbox>
        </legend>
        {parts.map((part) => (
          <Checkbox
            key={part}
            checked={selectedParts.includes(part)}
            onChange={({ target }) =>
              setSelectedParts(
                parts.filter((each) => (each === part ? target.checked : selectedParts.includes(each))),
              )
            }
          >
            {bundleParts[part].title}
          </Checkbox>
        ))}
      </fieldset>
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        disabled={selectedParts.length === 0}
        loading={isRunning}
        onClick={() => void exportBundle()}
      >
        导出配置包
      </Button>
      {signer !== undefined && (
        <p role="status" className={styles.fingerprint}>
          签名指纹 <code>{signer}</code>，对方第一次导入本单位的配置包时会与您核对。
        </p>
      )}
    </>
  );
}
