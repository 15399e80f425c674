import { DownloadOutlined, LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { minuteText } from '#domain/calendar/local-date.ts';
import { MissingCase } from '#domain/missing-case.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { useMe } from '#web/api/use-me.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import { Watermark } from '../../watermark/Watermark.tsx';
import { printStoredFile } from '../print-pdf.ts';
import { saveStoredFile } from '../stored-file.ts';
import { viewKindOf } from '../view-kind.ts';
import { FileStrip } from './FileStrip.tsx';
import type { ViewedFile } from './viewed-file.ts';
import styles from './viewer.module.css';

const PictureView = lazy(() => retryablePart(async () => (await import('./PictureView.tsx')).PictureView));
const PdfView = lazy(() => retryablePart(async () => (await import('./PdfView.tsx')).PdfView));
const ParsedView = lazy(() =>
  retryablePart(async () => (await import('./ParsedFileView.tsx')).ParsedFileView),
);
const DocumentView = lazy(() => retryablePart(async () => (await import('./DocumentView.tsx')).DocumentView));

export interface FileViewerProps {
  /** All files of the list, shown one after the other. */
  files: readonly ViewedFile[];
  /** Id of the first file to show. */
  firstId: string;
  onClose: () => void;
}

/**
 * Shows stored files without leaving the screen: pictures, PDF, documents, sheets, texts; others can be
 * downloaded.
 */
export function FileViewer({ files, firstId, onClose }: FileViewerProps) {
  const [id, setId] = useState(firstId);
  const [isComparing, setIsComparing] = useState(false);
  const feedback = useFeedback();
  const position = Math.max(
    0,
    files.findIndex((file) => file.id === id),
  );
  const file = files[position];
  if (file === undefined) return null;
  const pictures = files.filter(({ name }) => viewKindOf(name) === 'picture');
  const isPicture = pictures.includes(file);
  const other = pictures[(pictures.indexOf(file) + 1) % pictures.length];
  const comparedFile = isComparing && isPicture && other !== file ? other : undefined;
  const showFile = (next: number) => setId(files[next]?.id ?? id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || files[position + step] === undefined) return;
    event.preventDefault();
    showFile(position + step);
  };
  return (
    // Events of the dialog reach this element, wherever the focus is in it.
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are shortcuts for the buttons of the foot
    <div onKeyDown={onKeyDown}>
      <AppModal
        open
        className={styles.viewer ?? ''}
        width="calc(100vw - 64px)"
        title={
          <span className={styles.title}>
            <span className={styles.name}>{file.name}</span>
            {file.size !== undefined && <span className={styles.size}>{sizeText(file.size)}</span>}
          </span>
        }
        onCancel={onClose}
        footer={
          <div className={styles.foot}>
            {files.length > 1 && (
              <span className={styles.fileSwitch}>
                <Button
                  icon={<LeftOutlined />}
                  disabled={position === 0}
                  onClick={() => showFile(position - 1)}
                >
                  上一个
                </Button>
                <span role="status">
                  {position + 1} / {files.length}
                </span>
                <Button disabled={position === files.length - 1} onClick={() => showFile(position + 1)}>
                  下一个
                  <RightOutlined />
                </Button>
              </span>
            )}
            {isPicture && pictures.length > 1 && (
              <Button aria-pressed={isComparing} onClick={() => setIsComparing(!isComparing)}>
                {isComparing ? '不再对比' : '与下一张对比'}
              </Button>
            )}
            {(isPicture || viewKindOf(file.name) === 'pdf') && (
              <Button
                icon={<PrinterOutlined />}
                onClick={() => void printStoredFile(file.id).catch(feedback.failure)}
              >
                打印
              </Button>
            )}
            <Button
              type="primary"
              icon={<DownloadOutlined />}
              onClick={() => void saveStoredFile(file.id).catch(feedback.failure)}
            >
              下载
            </Button>
          </div>
        }
      >
        <div className={styles.whole}>
          <Suspense>
            <WithWatermark file={file}>
              <View key={`${file.id} ${comparedFile?.id}`} file={file} compared={comparedFile} />
            </WithWatermark>
          </Suspense>
          {files.length > 1 && <FileStrip files={files} shownId={file.id} onPick={setId} />}
        </div>
      </AppModal>
    </div>
  );
}

/**
 * Shows the reader's name over the file, if the office requires it and the server does not write it onto the
 * file itself.
 */
function WithWatermark({ file, children }: { file: ViewedFile; children: ReactNode }) {
  const me = useMe();
  const kind = viewKindOf(file.name);
  const needsOverlay = file.isDocument === true || kind === 'document' || kind === 'sheet' || kind === 'text';
  if (!me?.fileWatermark || me.watermark || !needsOverlay) return children;
  const lines = [`${me.name} ${me.orgName}`, minuteText(new Date())];
  return (
    <div className={styles.watermarked}>
      <Watermark lines={lines}>{children}</Watermark>
    </div>
  );
}

function View({ file, compared }: { file: ViewedFile; compared: ViewedFile | undefined }) {
  const view = viewKindOf(file.name);
  switch (view) {
    case 'picture':
      return <PictureView files={compared === undefined ? [file] : [file, compared]} />;
    case 'pdf':
      return <PdfView file={file} />;
    case 'document':
      return <DocumentView file={file} />;
    case 'sheet':
    case 'text':
      return <ParsedView file={file} />;
    case 'none':
      return (
        <div className={styles.middle}>
          {/\.ofd$/i.test(file.name) ? (
            <EmptyState title="OFD 版式文件，不能在线预览" hint="可以下载后用 OFD 阅读软件打开。" />
          ) : (
            <EmptyState title="这种格式不能在线预览" hint="可以下载后用相应的程序打开。" />
          )}
        </div>
      );
    default:
      throw new MissingCase(view satisfies never);
  }
}
