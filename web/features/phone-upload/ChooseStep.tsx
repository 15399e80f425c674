import { Button } from 'antd-mobile/es/components/button/button';
import { Switch } from 'antd-mobile/es/components/switch/switch';
import 'antd-mobile/es/components/switch/switch.css';
import { useRef } from 'react';
import { offeredExtensions } from '#domain/uploads/converted-pictures.ts';
import { sizeText } from '#domain/uploads/size-text.ts';
import { CameraIcon, FileIcon, PictureIcon } from './icons.tsx';
import { PickedGrid } from './PickedGrid.tsx';
import styles from './phone.module.css';
import { compressionSavings, fileToSend, type PhoneState, problemsOf } from './phone-state.ts';
import type { PhoneUpload } from './phone-upload.ts';

/**
 * Shows the first step: choosing photos, album pictures and files; their order; and the option to make photos
 * smaller.
 */
export function ChooseStep({ state, upload }: { state: PhoneState; upload: PhoneUpload }) {
  const { rule, files } = state;
  const problems = problemsOf(state);
  const acceptedFiles = files.filter(({ key }) => !problems.has(key));
  const bytes = files.reduce(
    (sum, file) => sum + fileToSend(file, { rule, compressesPhotos: false }).size,
    0,
  );
  const isReady = acceptedFiles.length > 0 && files.every(({ isCompressing }) => !isCompressing);
  const { maxCount = 0, maxSize, formats } = rule;
  return (
    <>
      <FileChoosers
        formats={formats}
        isFull={files.length >= maxCount}
        onPick={(newFiles) => void upload.add(newFiles)}
      />
      {files.length > 0 && (
        <section className={styles.card} aria-label="已选文件">
          <div className={styles.cardHead}>
            <h2>已选 {files.length} 个</h2>
            <span>共 {sizeText(bytes)}，长按拖动排序</span>
          </div>
          <PickedGrid state={state} problems={problems} upload={upload} />
        </section>
      )}
      {files.some(({ small, isCompressing }) => small !== undefined || isCompressing) && (
        <CompressCard state={state} onChange={upload.setCompress} />
      )}
      <p className={styles.hint}>
        {maxCount === 0
          ? '该处的附件已满，不能再上传。'
          : `最多 ${maxCount} 个，每个 ${maxSize} MB 以内，支持 ${formats.join('、')}。文件只送到发起扫码的那台电脑。`}
      </p>
      <footer className={styles.foot}>
        <Button block color="primary" disabled={!isReady} onClick={upload.submit}>
          {acceptedFiles.length === 0
            ? '请先选择文件'
            : isReady
              ? `提交 ${acceptedFiles.length} 个文件`
              : '正在压缩照片…'}
        </Button>
      </footer>
    </>
  );
}

function CompressCard({ state, onChange }: { state: PhoneState; onChange: (isCompressed: boolean) => void }) {
  const savings = compressionSavings(state);
  const text =
    savings === undefined
      ? '正在计算…'
      : state.compressesPhotos
        ? `${sizeText(savings.before)} 缩到约 ${sizeText(savings.after)}，文字仍清楚`
        : `按原图上传 ${sizeText(savings.before)}；压缩后约 ${sizeText(savings.after)}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the library's switch does not handle these keys
    <section
      className={styles.switchCard}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        onChange(!state.compressesPhotos);
      }}
    >
      <span>
        <span className={styles.switchName}>压缩照片</span>
        <span className={styles.switchText}>{text}</span>
      </span>
      <Switch tabIndex={0} aria-label="压缩照片" checked={state.compressesPhotos} onChange={onChange} />
    </section>
  );
}

/** Offers three ways to choose files: camera, album or files, by the types that the input accepts. */
function FileChoosers(props: {
  formats: readonly string[];
  isFull: boolean;
  onPick: (files: File[]) => void;
}) {
  const { formats, isFull, onPick } = props;
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const acceptsPhotos = formats.some((format) => format === 'jpg' || format === 'jpeg' || format === 'png');
  const hiddenInput = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true } as const;
  const pick = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Lets the same photo be chosen again after it was removed.
    currentTarget.value = '';
    if (files.length > 0) onPick(files);
  };
  return (
    <div className={styles.choosers}>
      {acceptsPhotos && (
        <>
          <Button className={styles.chooser} disabled={isFull} onClick={() => camera.current?.click()}>
            <CameraIcon />
            拍照
          </Button>
          <Button className={styles.chooser} disabled={isFull} onClick={() => album.current?.click()}>
            <PictureIcon />
            从相册选择
          </Button>
        </>
      )}
      <Button className={styles.chooseFile} disabled={isFull} onClick={() => fileInput.current?.click()}>
        <FileIcon />
        选择文件
      </Button>
      <input
        ref={camera}
        {...hiddenInput}
        data-testid="camera"
        accept="image/*"
        capture="environment"
        onChange={pick}
      />
      <input ref={album} {...hiddenInput} data-testid="album" accept="image/*" multiple onChange={pick} />
      <input
        ref={fileInput}
        {...hiddenInput}
        data-testid="files"
        accept={offeredExtensions(formats)
          .map((format) => `.${format}`)
          .join(',')}
        multiple
        onChange={pick}
      />
    </div>
  );
}
