import { type ReactNode, useEffect, useRef } from 'react';
import styles from './meanwhile.module.css';

/** One field that somebody else saved while the editor was open. */
export interface Meanwhile {
  label: string;
  was: string;
  now: string;
  /** It was changed here as well: what was typed stays and would be saved over it. */
  isContested: boolean;
}

/**
 * Says that somebody else has saved what is being edited since it was opened: who and when, as the server says it; what they
 * changed where the editor could lay its draft over that; or, as `children`, the ways on.
 */
export function ChangedMeanwhile(props: {
  /** Undefined while nobody has; without `changes` nothing of it was laid under what was typed. */
  meanwhile: { said: string; changes?: readonly Meanwhile[] } | undefined;
  /** What was changed where no field that is shown was. */
  unlisted?: string;
  /** It was seen in passing, not answered to what was pressed: the focus stays where it is. */
  isSeenOnly?: boolean;
  children?: ReactNode;
}) {
  const { meanwhile, unlisted, isSeenOnly = false, children } = props;
  const { said, changes } = meanwhile ?? {};
  const box = useRef<HTMLDivElement>(null);
  // Who pressed 保存 at the end of a long dialog does not see its beginning: the focus takes them there.
  useEffect(() => {
    if (said !== undefined && !isSeenOnly) box.current?.focus();
  }, [said, isSeenOnly]);
  if (meanwhile === undefined) return null;
  return (
    <div ref={box} className={styles.box} role={isSeenOnly ? 'status' : 'alert'} tabIndex={-1}>
      <p>
        <strong>{said}。</strong>
        {changes
          ? '您填写的内容保留，没有改过的已换成最新的，请核对后再保存。'
          : '您填写的内容仍在本页，尚未提交。'}
      </p>
      {changes && (changes.length > 0 || unlisted) && (
        <ul>
          {changes.map(({ label, was, now, isContested }) => (
            <li key={label}>
              {label}：{was || '无'} → {now || '无'}
              {isContested && '（您也改了这一项，保存后以您填写的为准）'}
            </li>
          ))}
          {changes.length === 0 && <li>{unlisted}</li>}
        </ul>
      )}
      {children}
    </div>
  );
}
