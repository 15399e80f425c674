import { useState } from 'react';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import styles from './second-step.module.css';

/** Shows the recovery codes once: to copy, save as a file, or print. */
export function RecoveryCodes({ account, codes }: { account: string; codes: readonly string[] }) {
  const [message, setMessage] = useState('');
  const title = `办件通恢复码（账号 ${account}）`;
  const note = '每个恢复码只能使用一次。请保存在只有本人能取到的地方。';
  const copy = async () => {
    setMessage((await copyText(codes.join('\n'))) ? '已复制' : '浏览器不允许复制，请下载或打印');
  };
  const save = () => {
    const day = localDateOf(new Date());
    const text = [title, `生成日期 ${day}`, '', ...codes, '', note, ''].join('\r\n');
    saveFile(`办件通恢复码-${account}-${day.replaceAll('-', '')}.txt`, text, 'text/plain;charset=utf-8');
  };
  return (
    <div>
      <p className={styles.lead}>手机不在身边时，可用恢复码代替动态口令登录。恢复码只显示这一次，{note}</p>
      <div className={styles.printed}>
        <p className={styles.onPaper}>{title}</p>
        <ul className={styles.codes} aria-label="恢复码">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className={styles.onPaper}>{note}</p>
      </div>
      <div className={styles.tools}>
        <button type="button" className={styles.textButton} onClick={() => void copy()}>
          复制
        </button>
        <button type="button" className={styles.textButton} onClick={save}>
          下载
        </button>
        <button type="button" className={styles.textButton} onClick={() => window.print()}>
          打印
        </button>
        <output className={styles.hint}>{message}</output>
      </div>
    </div>
  );
}
