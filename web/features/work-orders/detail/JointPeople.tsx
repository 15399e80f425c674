import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { JointImportDialog } from './JointImportDialog.tsx';
import styles from './petition-tab.module.css';

/** Number of people that are shown before the rest is asked for. */
const firstShown = 20;

/** Shows the people of a joint petition, the representatives first; the list is imported from a spreadsheet. */
export function JointPeople({ code }: { code: string }) {
  const list = useQuery(queryOf(jointPetitioners.list, { params: { workorderCode: code } }));
  const [isImporting, setImporting] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  if (list.isError) return <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return null;
  const { rows, mayImport, maxRepresentatives } = list.data;
  const shown = showsAll ? rows : rows.slice(0, firstShown);
  return (
    <section className={styles.part} aria-label="联名信访人">
      <div className={styles.head}>
        <h3>联名信访人</h3>
        {rows.length > 0 && <small>共 {rows.length} 人，告知代表人即可</small>}
        {mayImport && (
          <Button onClick={() => setImporting(true)}>{rows.length > 0 ? '更换名单' : '导入名单'}</Button>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          compact
          title="没有联名名单"
          hint={`多人反映共同事项的，推选代表不超过 ${maxRepresentatives} 人`}
        />
      ) : (
        <ul className={styles.people}>
          {shown.map(({ number, name, certCode, mobile, isRepresentative }) => (
            <li key={number}>
              <span>{name}</span>
              {isRepresentative && <StatusTag tone="progress" label="代表人" />}
              <small>{[certCode, mobile].filter(Boolean).join('，')}</small>
            </li>
          ))}
        </ul>
      )}
      {rows.length > shown.length && (
        <Button type="link" onClick={() => setShowsAll(true)}>
          显示全部 {rows.length} 人
        </Button>
      )}
      {isImporting && (
        <JointImportDialog code={code} replaced={rows.length} onClose={() => setImporting(false)} />
      )}
    </section>
  );
}
