import { DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { suggestedFileName } from '#domain/uploads/file-name.ts';
import { CancelButton, EditingModal } from '../../../dialog/EditingModal.tsx';
import { useMediaQuery } from '../../../styles/use-media-query.ts';
import { SignaturePad } from './SignaturePad.tsx';
import styles from './signature.module.css';
import { pictureOf } from './signature-picture.ts';
import type { Stroke } from './strokes.ts';

/** An upright window in which the pad is turned, as a phone is held sideways for writing. */
const uprightQuery = '(width < 768px) and (orientation: portrait)';

/** Takes a signature and returns it as a picture; below 768 px it fills the window. */
export function SignatureDialog(props: {
  title: string;
  now: () => Date;
  onSign: (picture: File) => void;
  /** Opens the choice of a picture instead, for a person who cannot draw. */
  onUpload: () => void;
  onClose: () => void;
}) {
  const { title, now, onSign, onUpload, onClose } = props;
  const isUpright = useMediaQuery(uprightQuery);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [problem, setProblem] = useState<string>();
  const isEmpty = strokes.length === 0;
  const change = (update: (all: readonly Stroke[]) => readonly Stroke[]) => {
    setProblem(undefined);
    setStrokes(update);
  };
  const sign = async () => {
    if (isEmpty) return setProblem('请先在框内签名');
    try {
      onSign(await pictureOf(strokes, suggestedFileName('签名', now(), 'png')));
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <EditingModal
      open
      width={760}
      className={styles.dialog ?? ''}
      title={`手写签名：${title}`}
      initialFocus="button"
      lossText="签名还没有使用，关闭后不保留。"
      stayLabel="继续签名"
      unsaved={() => !isEmpty}
      onCancel={onClose}
      footer={
        <>
          <Button
            icon={<UndoOutlined aria-hidden />}
            disabled={isEmpty}
            onClick={() => change((all) => all.slice(0, -1))}
          >
            退一笔
          </Button>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={isEmpty} onClick={() => change(() => [])}>
            重写
          </Button>
          <CancelButton />
          <Button type="primary" onClick={() => void sign()}>
            用这个签名
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>
          {isUpright ? '请把手机横过来，用手指写在框里。' : '请用手指、手写笔或鼠标写在框里。'}
          不方便写字的，可以
          <Button type="link" className={styles.inline ?? ''} onClick={onUpload}>
            上传签名图片
          </Button>
        </p>
        <div className={styles.space}>
          <SignaturePad strokes={strokes} isRotated={isUpright} onChange={change} />
        </div>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
    </EditingModal>
  );
}
