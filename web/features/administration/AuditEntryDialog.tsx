import { Button } from 'antd';
import { Fragment } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { wordOfAction, wordOfObject } from '#contract/audit-words.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './administration.module.css';
import { wordsOfDetail } from './detail-words.ts';

/** One link of the trail with all that it says. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <AppModal
      open
      title={wordOfAction(entry.action)}
      width={640}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <dl className={styles.facts}>
        <dt>时间</dt>
        <dd>
          <DateTime value={entry.at} />
        </dd>
        <dt>操作人</dt>
        <dd>{entry.staffName ? `${entry.staffName}（${entry.staffId}）` : (entry.staffId ?? '系统')}</dd>
        <dt>操作</dt>
        <dd>
          {wordOfAction(entry.action)}（{entry.action}）
        </dd>
        <dt>对象</dt>
        <dd>
          {[wordOfObject(entry.objectKind), entry.objectName, entry.objectId && `标识 ${entry.objectId}`]
            .filter(Boolean)
            .join('，')}
        </dd>
        {wordsOfDetail(entry.detail).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        <dt>请求编号</dt>
        <dd>{entry.requestId}</dd>
        <dt>链和序号</dt>
        <dd>
          {entry.chain}，第 {entry.seq} 条
        </dd>
      </dl>
    </AppModal>
  );
}
