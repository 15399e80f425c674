import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FilePreview } from '#contract/file-previews.ts';
import { FindInFile } from './FindInFile.tsx';
import data from './parsed-file-view.module.css';
import { useTextSearch } from './use-text-search.ts';
import styles from './viewer.module.css';

type Preview = Extract<FilePreview, { kind: 'text' }>;

/** Maximum number of matches, more than a user steps through; each is an element of the page. */
const maxMatches = 1000;

/** Shows a text, with or without line wrapping and a monospaced font, and with a search. */
export function TextView({ preview, name }: { preview: Preview; name: string }) {
  const { text, encoding, isCut } = preview;
  const [wraps, setWraps] = useState(true);
  const [isMonospaced, setIsMonospaced] = useState(false);
  const box = useRef<HTMLPreElement>(null);
  const find = useCallback((searchText: string) => findMatches(text, searchText), [text]);
  const { matches, current, findInFileProps } = useTextSearch(find);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each match
  useEffect(() => {
    box.current?.querySelector('mark[data-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [matches, current]);
  return (
    <div className={styles.view}>
      <div className={styles.tools} role="toolbar" aria-label="文本">
        <FindInFile {...findInFileProps} />
        <Button
          aria-pressed={wraps}
          type={wraps ? 'primary' : 'default'}
          ghost={wraps}
          onClick={() => setWraps(!wraps)}
        >
          自动换行
        </Button>
        <Button
          aria-pressed={isMonospaced}
          type={isMonospaced ? 'primary' : 'default'}
          ghost={isMonospaced}
          onClick={() => setIsMonospaced(!isMonospaced)}
        >
          等宽字体
        </Button>
        <span className={data.note}>
          {isCut ? '文本较长，只显示前 1 MB，其余请下载后查看；' : ''}编码 {encoding}
        </span>
      </div>
      <pre
        ref={box}
        className={data.text}
        role="document"
        aria-label={name}
        data-wrap={wraps}
        data-mono={isMonospaced}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be focusable by keyboard
        tabIndex={0}
      >
        <Marked
          text={text}
          matches={matches}
          length={findInFileProps.searchText.length}
          currentIndex={current}
        />
      </pre>
    </div>
  );
}

function Marked(props: { text: string; matches: readonly number[]; length: number; currentIndex: number }) {
  const { text, matches, length, currentIndex } = props;
  if (matches.length === 0) return text;
  return (
    <>
      {matches.map((start, index) => (
        <span key={start}>
          {text.slice(index === 0 ? 0 : (matches[index - 1] ?? 0) + length, start)}
          <mark data-current={index === currentIndex || undefined}>{text.slice(start, start + length)}</mark>
        </span>
      ))}
      {text.slice((matches.at(-1) ?? 0) + length)}
    </>
  );
}

/** Returns the matches of the search text, ignoring case; matches do not overlap. */
function findMatches(text: string, searchText: string): number[] {
  if (searchText === '') return [];
  const matches: number[] = [];
  const expression = new RegExp(searchText.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  for (const { index } of text.matchAll(expression)) {
    matches.push(index);
    if (matches.length === maxMatches) break;
  }
  return matches;
}
