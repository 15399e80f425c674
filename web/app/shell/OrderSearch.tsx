import { SearchOutlined } from '@ant-design/icons';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { openInNewWindow } from '#web/api/leave-for.ts';
import { useDebounced } from '#web/toolkit/choices/use-debounced.ts';
import { retryablePart } from '#web/toolkit/lazy-parts/retryable-part.tsx';
import buttonStyles from '#web/toolkit/page/header-button.module.css';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import styles from './header.module.css';
import { useSearchScope } from './use-search-scope.ts';

const SearchResultsPanel = lazy(() =>
  retryablePart(async () => (await import('./SearchResultsPanel.tsx')).SearchResultsPanel),
);

const orderCode = /^\d{10,20}$/;
/** Pause in typing after which the search is sent. */
const debounceMilliseconds = 150;

/**
 * Shows the search (Ctrl K) for orders, items, people, menu entries and recently opened pages, as far as the
 * person may see them (`useSearchScope`). Enter opens the first result, with Ctrl in a new window, or the order
 * of a complete number; the arrows move through the results, Escape closes them.
 */
export function OrderSearch() {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  /** Search text that Enter submitted before the end of that pause. */
  const [submittedText, setSubmittedText] = useState('');
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { hasOrders, label, placeholder } = useSearchScope();
  const isPhone = useMediaQuery(phoneQuery);
  const searchText = text.trim();
  const debouncedText = useDebounced(searchText, debounceMilliseconds);
  const keyword = submittedText === searchText ? searchText : debouncedText;

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  const close = () => {
    setIsOpen(false);
    setSubmittedText('');
  };
  const closeAndClear = () => {
    close();
    setText('');
  };
  /** Returns the first result for exactly the text in the field. */
  const findFirstResult = () => {
    const panel = searchText === '' ? null : box.current?.querySelector<HTMLElement>('[data-found]');
    return panel?.dataset.found === searchText ? panel.querySelector<HTMLElement>('[data-result]') : null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = findFirstResult();
    if (first) return first.click();
    if (!hasOrders || !orderCode.test(searchText)) {
      setSubmittedText(searchText);
      setIsOpen(true);
      return;
    }
    closeAndClear();
    input.current?.blur();
    void navigate(detailUrl(searchText));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      // First focus, because opening depends on the focus.
      input.current?.focus();
      close();
    }
    if (event.key === 'Enter' && event.ctrlKey && event.target === input.current) {
      const first = findFirstResult();
      if (first === null || first === undefined) return;
      event.preventDefault();
      openInNewWindow(first.getAttribute('href') ?? '');
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const focusTargets: (HTMLElement | null)[] = [
      input.current,
      ...(box.current?.querySelectorAll<HTMLElement>('[data-result]') ?? []),
    ];
    const next =
      focusTargets.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    focusTargets[(next + focusTargets.length) % focusTargets.length]?.focus();
  };

  return (
    <>
      {/* Only on a phone: there the field is hidden until it is needed. */}
      <button
        type="button"
        aria-label="查找"
        className={joinClasses(buttonStyles.button, styles.openButton)}
        onClick={() => {
          // The field must exist before it is focused, in the same press, or a phone does not open its
          // keyboard.
          flushSync(() => setIsOpen(true));
          input.current?.focus();
        }}
      >
        <SearchOutlined aria-hidden="true" />
      </button>
      <search
        ref={box}
        className={styles.search}
        data-open={isOpen || undefined}
        onKeyDown={press}
        // Keeps the focus in the field if a press does not focus a link (Safari); otherwise the results would
        // close before the click.
        onMouseDown={(event) => {
          if (event.target !== input.current) event.preventDefault();
        }}
        onBlur={({ relatedTarget }) => {
          // A phone closes its keyboard, and the results must stay for the press.
          if (!isPhone && !box.current?.contains(relatedTarget)) close();
        }}
      >
        <form onSubmit={submit}>
          <SearchOutlined aria-hidden="true" />
          <input
            ref={input}
            value={text}
            aria-label={label}
            placeholder={placeholder}
            maxLength={64}
            autoComplete="off"
            onFocus={() => setIsOpen(true)}
            onChange={(event) => {
              setText(event.target.value);
              setIsOpen(true);
            }}
          />
          <kbd>Ctrl K</kbd>
        </form>
        <button type="button" className={styles.cancel} onClick={closeAndClear}>
          取消
        </button>
        {isOpen && (
          <div className={styles.results}>
            <Suspense>
              <SearchResultsPanel keyword={keyword} onOpen={closeAndClear} />
            </Suspense>
          </div>
        )}
      </search>
    </>
  );
}
