import type { PanelView } from '#contract/panels.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { AttachedFiles } from '../trace/AttachedFiles.tsx';
import { groupsOf } from '../trace/panel-texts.ts';
import styles from './requester-card.module.css';

const title: Record<PanelView['kind'], string> = {
  countersign: '请您会签',
  before: '请您签署意见',
  after: '请您签署意见',
  delegate: '请您代为办理',
  returned: '请您补充后提交',
};

/**
 * Shows the person who asked, the reason and the time limit, above everything that is to be read or filled
 * in.
 */
export function RequesterCard({ panel, traceId }: { panel: PanelView; traceId: string }) {
  const group = groupsOf(panel).find(({ seats }) => seats.some(({ id }) => id === traceId));
  return (
    <section className={styles.card} aria-labelledby="asked-by-title">
      <div className={styles.head}>
        <h2 id="asked-by-title">{title[panel.kind]}</h2>
        {group !== undefined && group.name !== '' && <span className={styles.group}>{group.name}</span>}
        <span className={styles.due}>{panel.limit !== null && <DueLight due={panel.due} />}</span>
      </div>
      <dl>
        <dt>发起人</dt>
        <dd>
          {panel.promoterName}　{panel.promoterOrgName}　<DateTime value={panel.startedAt} />
        </dd>
        <dt>{panel.kind === 'countersign' ? '发起原因' : '说明'}</dt>
        <dd>{panel.reason || '未填写'}</dd>
        {panel.attachments.length > 0 && (
          <>
            <dt>附件</dt>
            <dd>
              <AttachedFiles files={panel.attachments} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
