import {
  ColumnWidthOutlined,
  DownOutlined,
  ExpandOutlined,
  RotateRightOutlined,
  UpOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import 'pdfjs-dist/legacy/web/pdf_viewer.css';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { Waiting } from './FileLoader.tsx';
import { FindInFile } from './FindInFile.tsx';
import { openPdf, type PdfState, type PdfViewerControls, showPdf } from './pdf-engine.ts';
import styles from './viewer.module.css';

const initialState: PdfState = { page: 1, pages: 0, percent: 100, matches: undefined };

/**
 * Shows a PDF page by page; drawn by the portal, so that it is the same in every browser and no script in it
 * runs.
 */
export function PdfView(props: {
  /** A stored file, or bytes that are already loaded. */
  file: { id: string; name: string } | { bytes: Uint8Array; name: string };
  /** True for a preview next to other content, without tools. */
  plain?: boolean;
}) {
  const { file, plain = false } = props;
  const container = useRef<HTMLDivElement>(null);
  const { pages, state, failure, retry } = usePdf(container, 'id' in file ? file.id : file.bytes);
  return (
    <div className={styles.view}>
      {!plain && <PdfTools pages={pages} state={state} />}
      <div className={styles.pdf}>
        {failure !== undefined && (
          <div className={styles.middle}>
            {isBroken(failure) ? (
              <EmptyState compact title="这份 PDF 无法在线显示" hint="可以下载后用其他程序打开。" />
            ) : (
              <FailureState failure={failure} onRetry={retry} />
            )}
          </div>
        )}
        {failure === undefined && state.pages === 0 && (
          <div className={styles.middle}>
            <Waiting percent={0} />
          </div>
        )}
        <div
          ref={container}
          className={styles.scroller}
          role="document"
          aria-label={file.name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be focusable by keyboard
          tabIndex={0}
        />
      </div>
    </div>
  );
}

function PdfTools({ pages, state }: { pages: PdfViewerControls | undefined; state: PdfState }) {
  const [typed, setTyped] = useState<string>();
  const [searchText, setSearchText] = useState('');
  const isDisabled = pages === undefined;
  const go = () => {
    const page = Number(typed);
    if (Number.isInteger(page) && page > 0) pages?.goTo(page);
    setTyped(undefined);
  };
  return (
    <div className={styles.tools} role="toolbar" aria-label="PDF">
      <Button
        className={styles.step ?? ''}
        aria-label="上一页"
        icon={<UpOutlined />}
        disabled={isDisabled || state.page <= 1}
        onClick={() => pages?.goTo(state.page - 1)}
      />
      <Input
        className={styles.page}
        aria-label={`页码，共 ${state.pages} 页`}
        inputMode="numeric"
        disabled={isDisabled}
        value={typed ?? String(state.page)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onPressEnter={go}
      />
      <span className={styles.count}>/ {state.pages || '—'} 页</span>
      <Button
        className={styles.step ?? ''}
        aria-label="下一页"
        icon={<DownOutlined />}
        disabled={isDisabled || state.page >= state.pages}
        onClick={() => pages?.goTo(state.page + 1)}
      />
      <span className={styles.gap} />
      <Button
        aria-label="缩小"
        icon={<ZoomOutOutlined />}
        disabled={isDisabled}
        onClick={() => pages?.zoom('out')}
      />
      <span className={styles.zoom} role="status">
        {state.percent}%
      </span>
      <Button
        aria-label="放大"
        icon={<ZoomInOutlined />}
        disabled={isDisabled}
        onClick={() => pages?.zoom('in')}
      />
      <Button
        aria-label="适应宽度"
        icon={<ColumnWidthOutlined />}
        disabled={isDisabled}
        onClick={() => pages?.zoom('page-width')}
      />
      <Button
        aria-label="适应整页"
        icon={<ExpandOutlined />}
        disabled={isDisabled}
        onClick={() => pages?.zoom('page-fit')}
      />
      <Button
        aria-label="向右旋转"
        icon={<RotateRightOutlined />}
        disabled={isDisabled}
        onClick={() => pages?.rotate()}
      />
      <span className={styles.gap} />
      <FindInFile
        disabled={isDisabled}
        searchText={searchText}
        matches={searchText === '' ? undefined : state.matches}
        onSearchText={(next) => {
          setSearchText(next);
          pages?.find(next, 'new');
        }}
        onStep={(direction) => pages?.find(searchText, direction === 1 ? 'next' : 'previous')}
      />
    </div>
  );
}

function usePdf(container: RefObject<HTMLDivElement | null>, source: string | Uint8Array) {
  const [state, setState] = useState(initialState);
  const [pages, setPages] = useState<PdfViewerControls>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the file again
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let isMounted = true;
    let openControls: PdfViewerControls | undefined;
    setState(initialState);
    setFailure(undefined);
    const task = openPdf(source);
    const change = (next: Partial<PdfState>) => {
      if (isMounted) setState((before) => ({ ...before, ...next }));
    };
    task.promise
      .then((document) => showPdf(element, document, change))
      .then((controls) => {
        if (!isMounted) return controls.close();
        openControls = controls;
        setPages(controls);
        return undefined;
      })
      .catch((cause: unknown) => {
        if (isMounted) setFailure(cause ?? new Error());
      });
    return () => {
      isMounted = false;
      setPages(undefined);
      openControls?.close();
      void task.destroy();
    };
  }, [source, attempt]);
  return { pages, state, failure, retry: () => setAttempt((before) => before + 1) };
}

/** Checks for the library's own error names; every other failure is a network error. */
function isBroken(failure: unknown): boolean {
  return (
    failure instanceof Error &&
    ['InvalidPDFException', 'PasswordException', 'FormatError'].includes(failure.name)
  );
}
