import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { type LinkedOrder, type PetitionFacts, petitions } from '#contract/petitions.ts';
import type { ManualLink } from '#domain/petitions/petition-links.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { countText, SimilarList } from '#web/toolkit/petitions/SimilarList.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import type { PrintPart } from '../prints/print-parts.ts';
import { Facts } from './Facts.tsx';
import { JointPeople } from './JointPeople.tsx';
import { LinkOrderDialog, UnlinkDialog } from './LinkOrderDialog.tsx';
import styles from './petition-tab.module.css';
import { StageChain } from './StageChain.tsx';

type InitialLink = { earlierCode: string; kind: ManualLink };

/** Shows the stage of a petition, the judgement at registration, its links, and similar petitions. */
export function PetitionTab({ code, onPrint }: { code: string; onPrint: (part: PrintPart) => void }) {
  const params = { workorderCode: code };
  const facts = useQuery(queryOf(petitions.ofOrder, { params }));
  const similar = useQuery(queryOf(petitions.similarToOrder, { params }));
  const [newLink, setNewLink] = useState<InitialLink>();
  const [linkToRemove, setLinkToRemove] = useState<LinkedOrder>();
  if (facts.isError)
    return <FailureState compact failure={facts.error} onRetry={() => void facts.refetch()} />;
  if (facts.data === undefined) return <SkeletonRows rows={4} />;
  const { links, mayLink } = facts.data;
  const linked = new Set(links.map(({ workorderCode }) => workorderCode));
  const others = similar.data?.rows.filter(({ workorderCode }) => !linked.has(workorderCode)) ?? [];
  return (
    <>
      <StageChain code={code} facts={facts.data} />
      <JudgementFacts {...facts.data} />
      <section className={styles.part} aria-label="关联的办件">
        <div className={styles.head}>
          <h3>关联的办件</h3>
          {mayLink && (
            <Button onClick={() => setNewLink({ earlierCode: '', kind: 'related' })}>关联办件</Button>
          )}
        </div>
        {links.length === 0 ? (
          <EmptyState compact title="没有关联的办件" />
        ) : (
          <ul className={styles.links}>
            {links.map((link) => (
              <LinkRow key={link.linkId} link={link} onRemove={() => setLinkToRemove(link)} />
            ))}
          </ul>
        )}
      </section>
      {others.length > 0 && (
        <section className={styles.part} aria-label="可能重复的信访件">
          <div className={styles.head}>
            <h3>可能重复的信访件</h3>
            <small>
              近 {similar.data?.months} 个月，{countText(others)}
            </small>
          </div>
          <SimilarList
            rows={others}
            actionsOf={({ workorderCode }) =>
              mayLink && (
                <Button
                  aria-label={`与 ${workorderCode} 关联`}
                  onClick={() => setNewLink({ earlierCode: workorderCode, kind: 'related' })}
                >
                  关联
                </Button>
              )
            }
          />
        </section>
      )}
      <JointPeople code={code} onPrint={onPrint} />
      {newLink && <LinkOrderDialog code={code} initial={newLink} onClose={() => setNewLink(undefined)} />}
      {linkToRemove && (
        <UnlinkDialog code={code} link={linkToRemove} onClose={() => setLinkToRemove(undefined)} />
      )}
    </>
  );
}

function JudgementFacts({ judgement }: Pick<PetitionFacts, 'judgement'>) {
  if (judgement === null) return null;
  const { label, judgedBy, judgedAt, newFacts } = judgement;
  const value = (
    <>
      {label}（{judgedBy}，<DateTime value={judgedAt} />）
    </>
  );
  return (
    <Facts
      facts={[
        { label: '查重判断', value },
        { label: '新的事实', value: newFacts, wide: true },
      ]}
    />
  );
}

function LinkRow({ link, onRemove }: { link: LinkedOrder; onRemove: () => void }) {
  return (
    <li className={styles.link}>
      <span className={styles.kind}>{link.label}</span>
      {link.workorderCode === '' ? (
        <span className={styles.closed}>无查阅权限，不显示内容</span>
      ) : (
        <Link className={styles.title ?? ''} to={detailUrl(link.workorderCode)}>
          {link.workorderCode} {link.title}
        </Link>
      )}
      <StatusTag label={link.statusLabel} tone={toneOfStatus(link.status)} />
      <small className={styles.made}>
        {link.note && `${link.note}；`}
        {link.madeBy}，<DateTime value={link.madeAt} />
      </small>
      {link.removable && (
        <Button
          type="link"
          size="small"
          aria-label={`解除与 ${link.workorderCode} 的关联`}
          onClick={onRemove}
        >
          解除
        </Button>
      )}
    </li>
  );
}
