import { Button } from 'antd';
import { useState } from 'react';
import type { SideRecordRow } from '#contract/side-records.ts';
import type { ExpressData } from '#domain/records/express.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import styles from './express.module.css';

const LogisticsDialog = lazyPart(async () => (await import('./LogisticsDialog.tsx')).LogisticsDialog);

/** Shows the button 物流详情 of an express item that has a number. */
export function ExpressContent({ record }: { record: SideRecordRow }) {
  const [isOpen, setOpen] = useState(false);
  const { mailNum } = record.data as unknown as ExpressData;
  if (mailNum === null || record.state === 'cancelled') return null;
  const close = () => setOpen(false);
  return (
    <div className={styles.logistics}>
      <Button onClick={() => setOpen(true)}>物流详情</Button>
      {isOpen && <LogisticsDialog mailNum={mailNum} onClose={close} onLoadFailed={close} />}
    </div>
  );
}
