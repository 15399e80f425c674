import type { AuditEntry } from '#contract/audit.ts';
import { fullNameOfObject } from '#contract/audit-subjects.ts';
import { labelOfAction } from '#contract/audit-texts.ts';
import { ShowCodesSwitch } from '#web/toolkit/codes/ShowCodesSwitch.tsx';
import { useShowCodes } from '#web/toolkit/codes/use-show-codes.ts';
import { DetailDrawer } from '#web/toolkit/dialog/DetailDrawer.tsx';
import { Facts } from '#web/toolkit/page/Facts.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import styles from './audit.module.css';
import { actorOf, factsOf, noteOnOmittedContent, outcomeOf, technicalFactsOf } from './detail-texts.ts';

/** Shows one audit record in full: the action, then its details, then its position in the audit log. */
export function AuditEntryDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { label, tone } = outcomeOf(entry.detail);
  const facts = factsOf(entry);
  const note = noteOnOmittedContent(entry);
  const [showsCodes] = useShowCodes();
  return (
    <DetailDrawer title={labelOfAction(entry.action)} onClose={onClose}>
      <div className={styles.groups}>
        <Facts
          oneColumn
          facts={[
            ['时间', <DateTime key="at" withSeconds value={entry.at} />],
            ['操作人', actorOf(entry)],
            ['对象', fullNameOfObject(entry)],
            ['结果', <StatusTag key="outcome" label={label} tone={tone} />],
          ]}
        />
        {facts.length > 0 && (
          <>
            <h3>内容</h3>
            <Facts oneColumn facts={facts} />
          </>
        )}
        {note && <p className={styles.left}>{note}</p>}
        <h3 className={styles.place}>
          在审计记录中的位置
          <ShowCodesSwitch />
        </h3>
        <Facts
          oneColumn
          facts={
            showsCodes
              ? [
                  ['操作代码', entry.action],
                  ...(entry.staffId ? [['人员标识', entry.staffId] as const] : []),
                  ...(entry.objectId ? [['对象标识', entry.objectId] as const] : []),
                  ['请求编号', entry.requestId],
                  ...technicalFactsOf(entry),
                  ['记录链', entry.chain],
                  ['在链中的序号', `第 ${entry.seq} 条`],
                ]
              : [['在记录链中的序号', `第 ${entry.seq} 条`]]
          }
        />
      </div>
    </DetailDrawer>
  );
}
