import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './secret-box.module.css';
import type { SecretReveal } from './secret-text.ts';

/** Shows the box of a secret text, with a button in it that shows the whole text for a check. */
export function SecretBox({ reveal, children }: { reveal: SecretReveal | undefined; children: ReactNode }) {
  if (reveal === undefined) return children;
  const { isShown, canReveal, title, onToggle } = reveal;
  return (
    <div className={styles.box}>
      {children}
      <Button
        type="text"
        className={canReveal ? undefined : styles.hidden}
        icon={isShown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
        aria-label={isShown ? `隐藏${title}` : `显示${title}`}
        title={isShown ? '隐藏' : '显示'}
        onClick={onToggle}
      />
    </div>
  );
}
