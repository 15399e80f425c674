import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { jointPetitioners } from '#contract/joint-petitioners.ts';
import { call } from '#web/api/call.ts';
import { queryOf } from '#web/api/query-of.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { saveWorkbook } from '#web/toolkit/sheet-import/sheet-file.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import type { PrintPart } from '../prints/print-parts.ts';
import { JointImportDialog } from './JointImportDialog.tsx';
import { MaskedValues } from './MaskedValues.tsx';
import styles from './petition-tab.module.css';
import { useReveal } from './use-reveal.ts';

type Person = OutputOf<typeof jointPetitioners.list>['rows'][number];

/** Number of people that are shown before the rest is asked for. */
const firstShown = 20;

/**
 * Shows the people of a joint petition, the representatives first; the list is imported from a spreadsheet, printed
 * and exported, in full only while it is shown in full.
 */
export function JointPeople({ code, onPrint }: { code: string; onPrint: (part: PrintPart) => void }) {
  const list = useQuery(queryOf(jointPetitioners.list, { params: { workorderCode: code } }));
  const { reveal, running } = useReveal(jointPetitioners.reveal, code);
  const [isImporting, setImporting] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  if (list.isError) return <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return null;
  const { rows, mayImport, mayReveal, maxRepresentatives } = list.data;
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
        <MaskedValues canReveal={mayReveal} running={running} reveal={reveal}>
          {(clear) => (
            <ListedPeople
              {...{ code, rows, showsAll, onPrint }}
              clearRows={clear?.rows}
              onShowAll={() => setShowsAll(true)}
            />
          )}
        </MaskedValues>
      )}
      {isImporting && (
        <JointImportDialog code={code} replaced={rows.length} onClose={() => setImporting(false)} />
      )}
    </section>
  );
}

function ListedPeople(props: {
  code: string;
  rows: readonly Person[];
  /** The same people in full; undefined while they are masked. */
  clearRows: readonly Person[] | undefined;
  showsAll: boolean;
  onShowAll: () => void;
  onPrint: (part: PrintPart) => void;
}) {
  const { code, clearRows, showsAll, onShowAll, onPrint } = props;
  const rows = clearRows ?? props.rows;
  const isMasked = clearRows === undefined;
  const [isSaving, setSaving] = useState(false);
  const feedback = useFeedback();
  const shown = showsAll ? rows : rows.slice(0, firstShown);
  const save = async () => {
    setSaving(true);
    const request = { params: { workorderCode: code }, body: { full: !isMasked } };
    await call(jointPetitioners.export, request).then(saveWorkbook, feedback.failure);
    setSaving(false);
  };
  const print = () =>
    onPrint({ key: 'rows', label: '联名信访人名单', rows: <PrintedPeople rows={rows} />, isMasked });
  return (
    <>
      <div className={styles.tools}>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={print}>
          打印名单
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} loading={isSaving} onClick={() => void save()}>
          导出名单
        </Button>
      </div>
      <ul className={styles.people}>
        {shown.map(({ number, name, certCode, mobile, isRepresentative }) => (
          <li key={number}>
            <span>{name}</span>
            {isRepresentative && <StatusTag tone="progress" label="代表人" />}
            <small>{[certCode, mobile].filter(Boolean).join('，')}</small>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button type="link" onClick={onShowAll}>
          显示全部 {rows.length} 人
        </Button>
      )}
    </>
  );
}

/** Shows all people as rows of the printed sheet, which has six columns. */
function PrintedPeople({ rows }: { rows: readonly Person[] }) {
  return (
    <>
      <tr>
        <th scope="col">序号</th>
        <th scope="col">姓名</th>
        <th scope="col">代表人</th>
        <th scope="col" colSpan={2}>
          居民身份证号
        </th>
        <th scope="col">手机号码</th>
      </tr>
      {rows.map(({ number, name, certCode, mobile, isRepresentative }, index) => (
        <tr key={number}>
          <td>{index + 1}</td>
          <td>{name}</td>
          <td>{isRepresentative && '是'}</td>
          <td colSpan={2}>{certCode}</td>
          <td>{mobile}</td>
        </tr>
      ))}
    </>
  );
}
