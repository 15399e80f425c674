import { SearchOutlined } from '@ant-design/icons';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { openBeside } from '#web/api/leave-for.ts';
import { useSettled } from '#web/toolkit/choices/use-settled.ts';
import { partOrNotice } from '#web/toolkit/lazy-parts/part-or-notice.tsx';
import buttonStyles from '#web/toolkit/page/header-button.module.css';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import styles from './header.module.css';

const FoundPanel = lazy(() => partOrNotice(async () => (await import('./FoundPanel.tsx')).FoundPanel));

const orderCode = /^\d{10,20}$/;
/** Time without typing after which the search is sent. */
const restMilliseconds = 150;

/**
 * Ctrl K: finds orders, items, people, menu entries and what was opened last. Enter opens the first that was found, with
 * Ctrl in a window of its own, or the order of a whole number; the arrows walk what was found, Escape closes it.
 */
export function OrderSearch() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  /** Search text that Enter submitted before the end of that time. */
  const [entered, setEntered] = useState('');
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isPhone = useMediaQuery(phoneQuery);
  const word = text.trim();
  const settled = useSettled(word, restMilliseconds);
  const keyword = entered === word ? word : settled;
  const shown = open;

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
    setOpen(false);
    setEntered('');
  };
  const leave = () => {
    close();
    setText('');
  };
  /** Returns the first result for exactly the text in the field. */
  const firstFound = () => {
    const panel = word === '' ? null : box.current?.querySelector<HTMLElement>('[data-found]');
    return panel?.dataset.found === word ? panel.querySelector<HTMLElement>('[data-result]') : null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = firstFound();
    if (first) return first.click();
    if (!orderCode.test(word)) {
      setEntered(word);
      setOpen(true);
      return;
    }
    leave();
    input.current?.blur();
    void navigate(detailUrl(word));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      // First, as the focus opens.
      input.current?.focus();
      close();
    }
    if (event.key === 'Enter' && event.ctrlKey && event.target === input.current) {
      const first = firstFound();
      if (first === null || first === undefined) return;
      event.preventDefault();
      openBeside(first.getAttribute('href') ?? '');
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops: (HTMLElement | null)[] = [
      input.current,
      ...(box.current?.querySelectorAll<HTMLElement>('[data-result]') ?? []),
    ];
    const next = stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    stops[(next + stops.length) % stops.length]?.focus();
  };

  return (
    <>
      {/* On a phone alone: there the field has no room until it is asked for. */}
      <button
        type="button"
        aria-label="查找"
        className={joinClasses(buttonStyles.button, styles.opener)}
        onClick={() => {
          // The field is there before it is focused, in the very press, or a phone keeps its keyboard away.
          flushSync(() => setOpen(true));
          input.current?.focus();
        }}
      >
        <SearchOutlined aria-hidden="true" />
      </button>
      <search
        ref={box}
        className={styles.search}
        data-open={open || undefined}
        onKeyDown={press}
        // The field keeps the focus where a press gives a link none (Safari), or what was found would be gone before the click.
        onMouseDown={(event) => {
          if (event.target !== input.current) event.preventDefault();
        }}
        onBlur={({ relatedTarget }) => {
          // A phone puts its keyboard away, and what was found is still to be pressed.
          if (!isPhone && !box.current?.contains(relatedTarget)) close();
        }}
      >
        <form onSubmit={submit}>
          <SearchOutlined aria-hidden="true" />
          <input
            ref={input}
            value={text}
            aria-label="查找办件"
            placeholder="流水号、标题或申请人"
            maxLength={64}
            autoComplete="off"
            onFocus={() => setOpen(true)}
            onChange={(event) => {
              setText(event.target.value);
              setOpen(true);
            }}
          />
          <kbd>Ctrl K</kbd>
        </form>
        <button type="button" className={styles.cancel} onClick={leave}>
          取消
        </button>
        {shown && (
          <div className={styles.found}>
            <Suspense>
              <FoundPanel keyword={keyword} onOpen={leave} />
            </Suspense>
          </div>
        )}
      </search>
    </>
  );
}
