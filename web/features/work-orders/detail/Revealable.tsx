import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useMe } from '#web/api/use-me.ts';
import { Watermark, watermarkText } from '#web/toolkit/watermark/Watermark.tsx';
import styles from './detail.module.css';

/**
 * Shows masked values, which an authorised user can see in the clear (S1 §2, §6): an audited call fetches the
 * clear values; they stand under the reader's name, and go when they are hidden or the screen is left.
 */
export function Revealable<Clear>(props: {
  /** True when there is a masked value that this person may see. */
  may: boolean;
  running: boolean;
  /** Undefined when the call failed, which has been said. */
  reveal: () => Promise<Clear | undefined>;
  /** Further actions, at the end of the row. */
  beside?: ReactNode;
  children: (clear: Clear | undefined) => ReactNode;
}) {
  const { may, running, reveal, beside, children } = props;
  const [clear, setClear] = useState<Clear>();
  const me = useMe();

  useEffect(() => () => setClear(undefined), []);

  if (!may) {
    return (
      <>
        {beside !== undefined && <div className={styles.reveal}>{beside}</div>}
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
        {beside !== undefined && <span className={styles.revealBeside}>{beside}</span>}
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
