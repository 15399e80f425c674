import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Suspense, useId, useState } from 'react';
import { lastPage, pageSizeOptions } from '#domain/lists/paging.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { PageSize } from './deferred-parts.tsx';
import styles from './list.module.css';

const neighbours = 2;

/**
 * Shows the pages of a list, their size (S0 §9) and a field for a distant one. Our own component, since a
 * page of Ant Design's `Pagination` is a focusable list item: a screen reader announces neither that it can
 * be pressed nor which one is open (0087).
 */
export function ListPagination(props: {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
  /** If undefined, the size cannot be chosen. */
  onSize?: (size: number) => void;
}) {
  const { page, size, total, onPage, onSize } = props;
  const pages = lastPage(total, size);
  const [jump, setJump] = useState('');
  // A phone has no space for page numbers.
  const isPhone = useMediaQuery(phoneQuery);
  const jumpId = useId();

  return (
    <nav className={styles.pagination} aria-label="分页">
      {onSize && isPhone && (
        <select aria-label="每页条数" value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {pageSizeOptions.map((option) => (
            <option key={option} value={option}>
              {option} 条/页
            </option>
          ))}
        </select>
      )}
      {onSize && !isPhone && (
        <Suspense fallback={<span className={styles.sizePlaceholder} />}>
          <PageSize size={size} onSize={onSize} />
        </Suspense>
      )}
      <button type="button" aria-label="上一页" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <LeftOutlined aria-hidden="true" />
      </button>
      {isPhone && (
        <span aria-current="page">
          {page} / {pages}
        </span>
      )}
      {(isPhone ? [] : listPages(page, pages)).map((entry) =>
        entry < 0 ? (
          <span key={entry} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={entry}
            type="button"
            aria-label={`第 ${entry} 页`}
            aria-current={entry === page ? 'page' : undefined}
            onClick={() => onPage(entry)}
          >
            {entry}
          </button>
        ),
      )}
      <button type="button" aria-label="下一页" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <RightOutlined aria-hidden="true" />
      </button>
      {!isPhone && pages > 2 * neighbours + 1 && (
        <form
          className={styles.jump}
          onSubmit={(event) => {
            event.preventDefault();
            const targetPage = Number(jump);
            if (Number.isInteger(targetPage) && targetPage >= 1) onPage(Math.min(targetPage, pages));
            setJump('');
          }}
        >
          <label htmlFor={jumpId}>跳至</label>
          <input
            id={jumpId}
            inputMode="numeric"
            maxLength={6}
            value={jump}
            onChange={(event) => setJump(event.target.value)}
          />
          页
        </form>
      )}
    </nav>
  );
}

/** Returns the first, the last and the neighbours of the current page; a gap is a negative number. */
export function listPages(page: number, pages: number): number[] {
  const pageNumbers = new Set([1, pages]);
  for (let neighbour = page - neighbours; neighbour <= page + neighbours; neighbour++)
    if (neighbour >= 1 && neighbour <= pages) pageNumbers.add(neighbour);
  const ordered = [...pageNumbers].sort((a, b) => a - b);
  return ordered.flatMap((entry, index) => {
    const previous = ordered[index - 1];
    if (previous === undefined || entry - previous === 1) return [entry];
    return entry - previous === 2 ? [entry - 1, entry] : [-entry, entry];
  });
}
