import { SearchOutlined } from '@ant-design/icons';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { partOrWords } from '#web/toolkit/page/part-or-words.tsx';
import { useSettled } from '#web/toolkit/pickers/use-settled.ts';
import styles from './header.module.css';

const FoundOrders = lazy(() => partOrWords(async () => (await import('./FoundOrders.tsx')).FoundOrders));

const orderCode = /^\d{10,20}$/;
const shortestWord = 2;

/**
 * Ctrl K: part of a number, words of a title or an applicant find one's own orders; Enter on a whole number opens that
 * order. The arrows walk what was found, Escape closes it.
 */
export function OrderSearch() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  /** What Enter asked for, before the text has rested. */
  const [entered, setEntered] = useState('');
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const word = text.trim();
  const settled = useSettled(word);
  const keyword = entered === word ? word : settled;
  const shown = open && keyword.length >= shortestWord;

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
      close();
      input.current?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops: (HTMLElement | null)[] = [input.current, ...(box.current?.querySelectorAll('a') ?? [])];
    const next = stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    stops[(next + stops.length) % stops.length]?.focus();
  };

  return (
    <search
      ref={box}
      className={styles.search}
      onKeyDown={press}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) close();
      }}
    >
      <form onSubmit={submit}>
        <SearchOutlined aria-hidden="true" />
        <input
          ref={input}
          value={text}
          aria-label="查找办件"
          placeholder="流水号、标题或申请人"
          maxLength={100}
          autoComplete="off"
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
        />
        <kbd>Ctrl K</kbd>
      </form>
      {shown && (
        <div className={styles.found}>
          <Suspense>
            <FoundOrders keyword={keyword} onOpen={leave} />
          </Suspense>
        </div>
      )}
    </search>
  );
}
