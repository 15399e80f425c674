import { type ReactNode, useEffect, useRef } from 'react';
import styles from './concurrent-edits.module.css';

/** One field that another user saved while the editor was open. */
export interface ConcurrentEdit {
  label: string;
  before: string;
  after: string;
  /** True if the field was changed here as well: the typed value stays and would replace the other. */
  isContested: boolean;
}

/**
 * Shows that another person has saved the edited record since it was opened: the person and the time, as
 * reported by the server; the changes, if the editor could merge its draft with them; or, as `children`, the
 * possible actions.
 */
export function ConcurrentEditNotice(props: {
  /**
   * Undefined while no other person has saved; without `changes`, nothing was merged with the typed content.
   */
  edit: { message: string; changes?: readonly ConcurrentEdit[] } | undefined;
  /** Text for a change of fields that are not shown. */
  hiddenFieldsText?: string;
  /** True if the change was noticed without a press: then the focus stays where it is. */
  keepsFocus?: boolean;
  children?: ReactNode;
}) {
  const { edit, hiddenFieldsText, keepsFocus = false, children } = props;
  const { message, changes } = edit ?? {};
  const box = useRef<HTMLDivElement>(null);
  // A user who pressed 保存 at the end of a long dialog does not see its beginning: the focus moves there.
  useEffect(() => {
    if (message !== undefined && !keepsFocus) box.current?.focus();
  }, [message, keepsFocus]);
  if (edit === undefined) return null;
  return (
    <div ref={box} className={styles.box} role={keepsFocus ? 'status' : 'alert'} tabIndex={-1}>
      <p>
        <strong>{message}。</strong>
        {changes
          ? '您填写的内容保留，没有改过的已换成最新的，请核对后再保存。'
          : '您填写的内容仍在本页，尚未提交。'}
      </p>
      {changes && (changes.length > 0 || hiddenFieldsText) && (
        <ul>
          {changes.map(({ label, before, after, isContested }) => (
            <li key={label}>
              {label}：{before || '无'} → {after || '无'}
              {isContested && '（您也改了这一项，保存后以您填写的为准）'}
            </li>
          ))}
          {changes.length === 0 && <li>{hiddenFieldsText}</li>}
        </ul>
      )}
      {children}
    </div>
  );
}
