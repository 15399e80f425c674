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
export function ExportBundle({ parts }: { parts: readonly BundlePart[] }) {
  const [chosen, setChosen] = useState<readonly BundlePart[]>(parts);
  const [isRunning, setRunning] = useState(false);
  const [signer, setSigner] = useState<string>();
  const feedback = useFeedback();
  const take = async () => {
    setRunning(true);
    try {
      const {
        fileName,
        file,
        signer: own,
      } = await call(configurationBundle.take, { query: { parts: chosen.join(',') } });
      saveFile(fileName, bytesOfBase64(file), 'application/zip');
      setSigner(own);
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
            checked={chosen.length === parts.length}
            indeterminate={chosen.length > 0 && chosen.length < parts.length}
            onChange={({ target }) => setChosen(target.checked ? parts : [])}
          >
            全部内容
          </Checkbox>
        </legend>
        {parts.map((part) => (
          <Checkbox
            key={part}
            checked={chosen.includes(part)}
            onChange={({ target }) =>
              setChosen(parts.filter((each) => (each === part ? target.checked : chosen.includes(each))))
            }
          >
            {bundleParts[part].title}
          </Checkbox>
        ))}
      </fieldset>
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        disabled={chosen.length === 0}
        loading={isRunning}
        onClick={() => void take()}
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
