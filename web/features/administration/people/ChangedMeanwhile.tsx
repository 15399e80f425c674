import { useEffect, useRef } from 'react';
import styles from './people.module.css';

/** One field that somebody else saved while the dialog was open. */
export interface Meanwhile {
  label: string;
  was: string;
  now: string;
  /** It was changed here as well: what was typed stays and would be saved over it. */
  isContested: boolean;
}

/** What somebody else has changed since the dialog was opened; what was typed is kept, and the next save is over this. */
export function ChangedMeanwhile({ changes }: { changes: readonly Meanwhile[] | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  // Whoever pressed 保存 at the end of a long dialog does not see its beginning: the focus takes them there.
  useEffect(() => {
    if (changes !== undefined) box.current?.focus();
  }, [changes]);
  if (changes === undefined) return null;
  return (
    <div ref={box} className={styles.warning} role="alert" tabIndex={-1}>
      <p className={styles.lead}>
        数据已变动：打开以后，其他管理员作了以下修改。您填写的内容保留，没有改过的已换成最新的，请核对后再保存。
      </p>
      <ul className={styles.facts}>
        {changes.map(({ label, was, now, isContested }) => (
          <li key={label}>
            {label}：{was || '无'} → {now || '无'}
            {isContested && '（您也改了这一项，保存后以您填写的为准）'}
          </li>
        ))}
        {changes.length === 0 && <li>身份证号或手机号码</li>}
      </ul>
    </div>
  );
}
