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
export function ImportBundle() {
  const { opened, problem, isReading, choose, previewAgain, clear } = useBundle();
  const [isTrusted, setTrusted] = useState(false);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  const apply = useReportedMutation(configurationBundle.apply);
  const { preview, parts = [] } = opened ?? {};
  const sum = sumOf(opened);
  const notes = chosenOf(opened).flatMap((part) => part.notes);
  const isStranger = preview !== undefined && !preview.source.isOwn && !preview.source.isKnown;
  const isUncompared = isStranger && !isTrusted;
  const mayTake = sum > 0 && preview?.wrong === 0 && !isUncompared && !isReading;

  const importBundle = async () => {
    if (!opened) return;
    const { file, preview: seen } = opened;
    const answer = await apply.mutation({
      body: {
        file,
        parts: [...parts],
        digest: seen.digest,
        ...(isStranger && { signer: seen.source.signer }),
      },
    });
    setAsking(false);
    // Another user changed the data meanwhile: make the preview again.
    if (answer === undefined) return await previewAgain();
    clear();
    setDone(
      `已导入“${opened.name}”：新增 ${answer.added} 项，修改 ${answer.changed} 项。${otherRolesText(seen)}`,
    );
  };

  return (
    <>
      <FileDrop
        label={opened ? `已选择 ${opened.name}，点击或拖入另选` : '选择或拖入办公配置包'}
        hint={`从“办公配置包”导出的 .zip 文件，不超过 ${bundleLimit.bytes / 1_048_576} MB；先预览，确认后才导入`}
        accept=".zip"
        onFile={(file) => {
          setDone(undefined);
          setTrusted(false);
          void choose(file);
        }}
      />
      <div aria-live="polite">
        {isReading && <p className={styles.note}>正在读取和比较…</p>}
        {done !== undefined && <p className={styles.done}>{done}</p>}
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles.fault}>
          {problem}
        </p>
      )}
      {opened && preview && (
        <>
          <BundleSource source={preview.source} isTrusted={isTrusted} onTrust={setTrusted} />
          <BundleContents
            opened={opened}
            isReading={isReading}
            onPartsChange={(chosen) => void previewAgain(chosen)}
          />
          {sum === 0 && preview.wrong === 0 && (
            <p className={styles.note}>您可以导入的内容与现有数据一致，不需要导入。</p>
          )}
          <div className={styles.foot}>
            <Button type="primary" disabled={!mayTake} onClick={() => setAsking(true)}>
              导入
            </Button>
            {isUncompared && sum > 0 && <span>请先与对方核对签名指纹，并在上面勾选</span>}
            {!isUncompared && preview.wrong > 0 && <span>有 {preview.wrong} 处问题，改正后才能导入</span>}
          </div>
        </>
      )}
      {asking && preview && (
        <ConfirmDialog
          action="导入"
          code="办公配置包"
          subject={preview.source.office}
          submitting={apply.running}
          onConfirm={() => void importBundle()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {changesInWords(opened)}
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

const chosenOf = (opened: PreviewedBundle | undefined) =>
  opened?.preview.parts.filter(({ part }) => opened.parts.includes(part)) ?? [];

function sumOf(opened: PreviewedBundle | undefined): number {
  return chosenOf(opened).reduce((sum, { added, changed }) => sum + added + changed, 0);
}

/** Returns a text about parts of the same file that other administrator roles must import. */
function otherRolesText({ parts }: BundlePreview): string {
  const left = parts.filter(({ allowed, by, rows }) => !allowed && by !== '' && rows > 0);
  const byHand = Map.groupBy(left, ({ by }) => by);
  const texts = [...byHand].map(([by, of]) => `${of.map(({ title }) => title).join('、')}由${by}`);
  return texts.length === 0 ? '' : `接下来用同一个文件导入：${texts.join('，')}。`;
}

function changesInWords(opened: PreviewedBundle | undefined): string {
  return chosenOf(opened)
    .filter(({ added, changed }) => added + changed > 0)
    .map(({ title, added, changed }) => {
      const counts = [added > 0 && `新增 ${added}`, changed > 0 && `修改 ${changed}`].filter(Boolean);
      return `${title}${counts.join('、')}`;
    })
    .join('，');
}
