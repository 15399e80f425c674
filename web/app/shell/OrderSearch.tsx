import { SearchOutlined } from '@ant-design/icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import styles from './header.module.css';

const orderCode = /^\d{10,20}$/;

/** Ctrl K and a work-order code open that order. */
export function OrderSearch() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  const open = (event: FormEvent) => {
    event.preventDefault();
    const code = text.trim();
    setProblem(!orderCode.test(code));
    if (!orderCode.test(code)) return;
    setText('');
    input.current?.blur();
    void navigate(`/affair/detail/${code}`);
  };

  return (
    <search className={styles.search}>
      <form onSubmit={open}>
        <SearchOutlined aria-hidden="true" />
        <input
          ref={input}
          value={text}
          aria-label="按办件编号查找"
          aria-invalid={problem}
          aria-describedby="order-search-problem"
          placeholder="输入办件编号直达"
          maxLength={24}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(false);
          }}
        />
        <kbd>Ctrl K</kbd>
      </form>
      <div id="order-search-problem" role="status" className={problem ? styles.searchProblem : undefined}>
        {problem && '请输入完整的办件编号，例如 2026000001'}
      </div>
    </search>
  );
}
