import { Button } from 'antd';
import { useState } from 'react';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import { bundleLimit } from '#domain/office/bundle-parts.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { FileDrop } from '#web/toolkit/files/FileDrop.tsx';
import { BundleContents } from './BundleContents.tsx';
import { BundleSource } from './BundleSource.tsx';
import styles from './configuration-bundle.module.css';
import { type BundlePreview, type PreviewedBundle, useBundle } from './use-bundle.ts';

/**
 * Opens a bundle, shows its origin and the changes that it would make, and imports it as a whole or not at
 * all.
 */
export function BundleImport() {
  const { opened: bundle, problem, isReading, chooseFile, previewAgain, clear } = useBundle();
  const [isTrusted, setTrusted] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [resultText, setResultText] = useState<string>();
  /** Notes on the last import, such as values that must still be entered. */
  const [importedNotes, setImportedNotes] = useState<readonly string[]>([]);
  const apply = useReportedMutation(configurationBundle.apply);
  const { preview, parts = [] } = bundle ?? {};
  const changeCount = countChanges(bundle);
  const notes = selectedParts(bundle).flatMap((part) => part.notes);
  const isUnknownSigner = preview !== undefined && !preview.source.isOwn && !preview.source.isKnown;
  const needsComparison = isUnknownSigner && !isTrusted;
  const canImport = changeCount > 0 && preview?.wrong === 0 && !needsComparison && !isReading;

  const importBundle = async () => {
    if (!bundle) return;
    const { file, preview: previewed } = bundle;
    const answer = await apply.mutation({
      body: {
        file,
        parts: [...parts],
        digest: previewed.digest,
        ...(isUnknownSigner && { signer: previewed.source.signer }),
      },
    });
    setConfirming(false);
    // Another user changed the data meanwhile: make the preview again.
    if (answer === undefined) return await previewAgain();
    clear();
    setImportedNotes(notes);
    setResultText(
      `已导入“${bundle.name}”：新增 ${answer.added} 项，修改 ${answer.changed} 项。${otherRolesText(previewed)}`,
    );
  };

  return (
    <>
      <FileDrop
        label={bundle ? `已选择 ${bundle.name}，点击或拖入另选` : '选择或拖入办公配置包'}
        hint={`从“办公配置包”导出的 .zip 文件，不超过 ${bundleLimit.bytes / 1_048_576} MB；先预览，确认后才导入`}
        accept=".zip"
        onFile={(file) => {
          setResultText(undefined);
          setTrusted(false);
          void chooseFile(file);
        }}
      />
      <div aria-live="polite">
        {isReading && <p className={styles.note}>正在读取和比较…</p>}
        {resultText !== undefined && (
          <>
            <p className={styles.done}>{resultText}</p>
            {importedNotes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles.fault}>
          {problem}
        </p>
      )}
      {bundle && preview && (
        <>
          <BundleSource source={preview.source} isTrusted={isTrusted} onTrust={setTrusted} />
          <BundleContents
            bundle={bundle}
            isReading={isReading}
            onPartsChange={(parts) => void previewAgain(parts)}
          />
          {changeCount === 0 && preview.wrong === 0 && (
            <p className={styles.note}>您可以导入的内容与现有数据一致，不需要导入。</p>
          )}
          <div className={styles.foot}>
            <Button type="primary" disabled={!canImport} onClick={() => setConfirming(true)}>
              导入
            </Button>
            {needsComparison && changeCount > 0 && <span>请先与对方核对签名指纹，并在上面勾选</span>}
            {!needsComparison && preview.wrong > 0 && <span>有 {preview.wrong} 处问题，改正后才能导入</span>}
          </div>
        </>
      )}
      {isConfirming && preview && (
        <ConfirmDialog
          action="导入"
          code="办公配置包"
          subject={preview.source.office}
          submitting={apply.running}
          onConfirm={() => void importBundle()}
          onCancel={() => setConfirming(false)}
        >
          <p>
            {changesText(bundle)}
            ，一次全部导入。包里没有的保持原样，不删除任何内容；表单、流程和事项成为新的版本，在办件按原来的版本办完。
          </p>
          {notes.length > 0 && (
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

const selectedParts = (bundle: PreviewedBundle | undefined) =>
  bundle?.preview.parts.filter(({ part }) => bundle.parts.includes(part)) ?? [];

function countChanges(bundle: PreviewedBundle | undefined): number {
  return selectedParts(bundle).reduce((changeCount, { added, changed }) => changeCount + added + changed, 0);
}

/** Returns a text about parts of the same file that other administrator roles must import. */
function otherRolesText({ parts }: BundlePreview): string {
  const remaining = parts.filter(({ allowed, by, rows }) => !allowed && by !== '' && rows > 0);
  const partsByRole = Map.groupBy(remaining, ({ by }) => by);
  const texts = [...partsByRole].map(([by, parts]) => `${parts.map(({ title }) => title).join('、')}由${by}`);
  return texts.length === 0 ? '' : `接下来用同一个文件导入：${texts.join('，')}。`;
}

function changesText(bundle: PreviewedBundle | undefined): string {
  return selectedParts(bundle)
    .filter(({ added, changed }) => added + changed > 0)
    .map(({ title, added, changed }) => {
      const counts = [added > 0 && `新增 ${added}`, changed > 0 && `修改 ${changed}`].filter(Boolean);
      return `${title}${counts.join('、')}`;
    })
    .join('，');
}
