import { type DragEvent, useState } from 'react';
import verifyStyles from './verify.module.css';
import { digestOf } from './verify-call.ts';

type Comparison =
  | { kind: 'none' }
  | { kind: 'reading' }
  | { kind: 'same' | 'different' | 'unreadable'; name: string };

const resultText = {
  same: '一致：该文件与登记的文书完全相同，没有改动过',
  different: '不一致：该文件与登记的文书不同，可能被改动过，或不是同一份文书',
  unreadable: '无法读取该文件，请重新选择',
};

/** Compares a file with the registered document, in the browser: nothing is sent. */
export function FileComparison({ sha256 }: { sha256: string }) {
  const [comparison, setComparison] = useState<Comparison>({ kind: 'none' });
  const [isDragOver, setDragOver] = useState(false);

  const compare = async (file: File | undefined) => {
    if (file === undefined) return;
    setComparison({ kind: 'reading' });
    try {
      const isSame = (await digestOf(file)) === sha256;
      setComparison({ kind: isSame ? 'same' : 'different', name: file.name });
    } catch {
      setComparison({ kind: 'unreadable', name: file.name });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    void compare(event.dataTransfer.files[0]);
  };

  return (
    <section aria-label="比对文件" className={verifyStyles.compare}>
      <label
        className={verifyStyles.drop}
        data-over={isDragOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={drop}
      >
        <strong>比对 PDF 文件</strong>
        <span>拖到这里，或点击选择收到的 PDF；只在本机比对，不会上传</span>
        <input
          type="file"
          accept="application/pdf,.pdf"
          aria-label="选择 PDF 文件比对"
          onChange={(event) => void compare(event.target.files?.[0])}
        />
      </label>
      <p role="status" className={verifyStyles.compared} data-outcome={comparison.kind}>
        {comparison.kind === 'reading' && '正在比对'}
        {(comparison.kind === 'same' ||
          comparison.kind === 'different' ||
          comparison.kind === 'unreadable') &&
          `${resultText[comparison.kind]}（${comparison.name}）`}
      </p>
    </section>
  );
}
