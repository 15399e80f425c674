import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useMe } from '#web/api/use-me.ts';
import { Watermark, watermarkText } from '#web/toolkit/watermark/Watermark.tsx';
import styles from './detail.module.css';

/**
 * Shows masked values, which an authorised user can unmask (S1 §2, §6): an audited call loads the clear
 * values; they are shown with the reader's name as watermark, and removed when they are hidden or the screen is left.
 */
export function MaskedValues<ClearValues>(props: {
  /** True if there is a masked value that this person may see. */
  canReveal: boolean;
  running: boolean;
  /** Returns undefined after a failure, which has been reported. */
  reveal: () => Promise<ClearValues | undefined>;
  /** Further actions, at the end of the row. */
  actions?: ReactNode;
  children: (clear: ClearValues | undefined) => ReactNode;
}) {
  const { canReveal, running, reveal, actions, children } = props;
  const [clear, setClear] = useState<ClearValues>();
  const me = useMe();

  useEffect(() => () => setClear(undefined), []);

  if (!canReveal) {
    return (
      <>
        {actions !== undefined && <div className={styles.reveal}>{actions}</div>}
        {children(undefined)}
      </>
    );
  }
  return (
    <>
      <div className={styles.reveal}>
        <Button
          icon={clear === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
          loading={running}
          aria-pressed={clear !== undefined}
          onClick={async () => setClear(clear === undefined ? await reveal() : undefined)}
        >
          {clear === undefined ? '显示敏感信息' : '隐藏敏感信息'}
        </Button>
        <span className={styles.revealNote}>查看敏感信息将被记录</span>
        {actions !== undefined && <span className={styles.revealBeside}>{actions}</span>}
      </div>
      {clear === undefined ? (
        children(undefined)
      ) : (
        <Watermark {...(me && { lines: [watermarkText, `${me.name} ${me.username}`] })}>
          {children(clear)}
        </Watermark>
      )}
    </>
  );
}
