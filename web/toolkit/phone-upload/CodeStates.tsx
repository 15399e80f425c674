import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  InfoCircleOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import type { QrFiles } from '#contract/phone-upload.ts';
import { phoneUploadText, phoneUploadTimes } from '#domain/uploads/phone-upload.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { FileIcon } from '../files/FileIcon.tsx';
import { useFileViewer } from '../files/use-file-viewer.tsx';
import { useThumbnails } from '../files/use-thumbnails.ts';
import type { CodeStateProps } from './code-state-props.ts';
import styles from './phone-upload.module.css';
import type { DisplayedCode } from './use-qr-upload.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Shows a code that is not scanned yet, its remaining time, and what to do. */
export function WaitingCode({ code, earlierFileCount }: CodeStateProps) {
  return (
    <>
      <CodePicture code={code} />
      <Head title={phoneUploadText.shown}>
        <TimeLeft code={code} />
      </Head>
      <ol className={styles.steps}>
        <li>打开手机相机，或常用应用的扫一扫</li>
        <li>拍照，或从相册、文件里选择</li>
        <li>提交后，文件自动填入本表单</li>
      </ol>
      {earlierFileCount > 0 && <p className={styles.count}>刷新前已收到的 {earlierFileCount} 个文件已保留</p>}
      <Limits code={code} />
    </>
  );
}

/** Shows a code that a phone is using. */
export function ScannedCode({ code, files, earlierFileCount }: CodeStateProps) {
  return (
    <>
      <CodePicture code={code} small overlay={<CheckCircleOutlined className={styles.done} />} />
      <Head title={phoneUploadText.scanned}>手机已连接，请不要关闭本窗口</Head>
      <FileRows files={files} action={() => <CheckCircleOutlined className={styles.done} title="已收到" />} />
      <p className={styles.count}>
        已收到 {files.rows.length} 个，最多 {code.maxCount + earlierFileCount} 个
      </p>
      <p className={styles.foot}>更换手机请刷新二维码，原手机随即断开。</p>
    </>
  );
}

/** Shows the files that are now in the form; an open preview of a file stays open. */
export function SubmittedFiles({ files, place, onPreview }: CodeStateProps & { onPreview: () => void }) {
  const { view, viewer } = useFileViewer(
    files.rows.map(({ id, filename, size }) => ({ id, name: filename, size })),
  );
  return (
    <>
      <CheckCircleOutlined className={styles.doneIcon} aria-hidden />
      <Head title={phoneUploadText.submitted}>
        {files.rows.length} 个文件已放入“{place.field}”
      </Head>
      <FileRows
        files={files}
        action={({ id, filename }) => (
          <Button
            type="link"
            size="small"
            aria-label={`查看 ${filename}`}
            onClick={() => {
              onPreview();
              view(id);
            }}
          >
            查看
          </Button>
        )}
      />
      <p className={styles.foot}>二维码已失效，其他人扫码看不到这些文件。</p>
      {viewer}
    </>
  );
}

/** Shows that the code has expired: files that arrived before stay, and a new code continues from there. */
export function ExpiredCode({ code, files, refresh }: CodeStateProps) {
  const fileCount = files.rows.length;
  return (
    <>
      <CodePicture
        code={code}
        overlay={
          <>
            <ClockCircleOutlined className={styles.late} />
            <Button type="primary" icon={<ReloadOutlined aria-hidden />} onClick={refresh}>
              刷新二维码
            </Button>
          </>
        }
      />
      <Head title={phoneUploadText.expired} late>
        二维码有效期 {phoneUploadTimes.validMinutes} 分钟
      </Head>
      {fileCount > 0 && (
        <p className={styles.info}>
          <InfoCircleOutlined aria-hidden />
          过期前已收到的 {fileCount} 个文件已保留，刷新后接着上传。
        </p>
      )}
      <Limits code={code} />
    </>
  );
}

function CodePicture({
  code,
  small,
  overlay,
}: {
  code: DisplayedCode;
  small?: boolean;
  overlay?: ReactNode;
}) {
  return (
    <div className={styles.frame} data-small={small} data-covered={overlay !== undefined || undefined}>
      <img src={code.image} alt={overlay === undefined ? '扫码上传二维码' : ''} />
      {overlay !== undefined && <div className={styles.overlay}>{overlay}</div>}
    </div>
  );
}

function Head({ title, late, children }: { title: string; late?: boolean; children: ReactNode }) {
  return (
    <div className={styles.head} role="status">
      <p className={styles.title} data-late={late}>
        {title}
      </p>
      <p className={styles.second}>{children}</p>
    </div>
  );
}

/** Shows the remaining time; its seconds are not announced one by one. */
function TimeLeft({ code }: { code: DisplayedCode }) {
  const secondsLeft = useSecondsLeft(code.deadline);
  const minutes = Math.floor(secondsLeft / 60);
  return (
    <span aria-live="off">
      二维码 {minutes > 0 ? `${minutes} 分 ` : ''}
      {secondsLeft % 60} 秒后过期
    </span>
  );
}

function Limits({ code: { formats, maxCount, maxSizeMb } }: { code: DisplayedCode }) {
  return (
    <p className={styles.foot}>
      支持 {formats.join('、')}；最多 {maxCount} 个，每个 {maxSizeMb} MB 以内。
    </p>
  );
}

function FileRows(props: { files: QrFiles; action: (file: QrFiles['rows'][number]) => ReactNode }) {
  const { files, action } = props;
  const pictures = useThumbnails(files.rows.map(({ id, filename }) => ({ id, name: filename })));
  if (files.rows.length + files.arriving.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="收到的文件">
      {files.rows.map((file) => (
        <li key={file.id}>
          <FileIcon name={file.filename} picture={pictures.get(file.id)} />
          <span className={styles.fileText}>
            <span className={styles.fileName}>{file.filename}</span>
            <span className={styles.fileSize}>{sizeText(file.size)}</span>
          </span>
          {action(file)}
        </li>
      ))}
      {files.arriving.map(({ name, size, percent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files being uploaded may have the same name
        <li key={`${name} ${index}`}>
          <FileIcon name={name} />
          <span className={styles.fileText}>
            <span className={styles.fileName}>{name}</span>
            <span className={styles.fileSize}>
              {sizeText(size)}，{percent > 0 ? `${percent}%` : '等待上传'}
            </span>
            {percent > 0 && (
              <Progress aria-label={`${name} 上传进度`} percent={percent} showInfo={false} size="small" />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
