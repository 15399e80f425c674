import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type ArchiveItemRow, archive, type FondsRow } from '#contract/archive.ts';
import { type RetentionPeriod, retentionLabel } from '#domain/archive/archive-record.ts';
import { archiveCode, archiveLimits } from '#domain/archive/archive-state.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { queryOf } from '#web/api/query-of.ts';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import cells from '#web/toolkit/table/table.module.css';
import { WideTable } from '#web/toolkit/table/WideTable.tsx';
import styles from './archive.module.css';

/** Edits 归档设置: the parts of 档号, organisation by organisation and item by item. */
export function ArchiveSettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(queryOf(archive.settings, {}));
  // Each line is saved separately: these differ from the saved values.
  const changedLines = useRef(new Set<string>());
  const report: Report = (line, isChanged) =>
    void (isChanged ? changedLines.current.add(line) : changedLines.current.delete(line));
  return (
    <EditingModal
      open
      title="归档设置"
      width={760}
      unsaved={() => changedLines.current.size > 0}
      onCancel={onClose}
      footer={<CancelButton>关闭</CancelButton>}
    >
      <p className={styles.hint}>设置只对此后归档的办件有效，已编的档号不变。</p>
      {settings.isPending && <SkeletonRows rows={6} />}
      {settings.isError && (
        <FailureState compact failure={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && (
        <>
          <h3 className={styles.heading}>全宗号</h3>
          <WideTable
            limitsHeight
            label="各单位的全宗号"
            columns={['单位', '全宗号', '全宗名称', { title: '操作', kind: 'actions' }]}
          >
            {settings.data.fonds.map((row) => (
              <FondsLine key={row.orgId} row={row} report={report} />
            ))}
          </WideTable>
          <h3 className={styles.heading}>保管期限</h3>
          <WideTable
            limitsHeight
            label="各事项的保管期限"
            columns={['事项', '保管期限', '机构（问题）代码', { title: '操作', kind: 'actions' }]}
          >
            {settings.data.items.map((row) => (
              <ItemLine key={row.taskCode} row={row} report={report} />
            ))}
            {settings.data.items.length === 0 && (
              <tr>
                <td colSpan={4}>本单位没有事项</td>
              </tr>
            )}
          </WideTable>
        </>
      )}
    </EditingModal>
  );
}

/** Reports whether a line has unsaved input. */
type Report = (line: string, isChanged: boolean) => void;

function useReportChange(report: Report, line: string, isChanged: boolean): void {
  useEffect(() => report(line, isChanged));
}

function FondsLine({ row, report }: { row: FondsRow; report: Report }) {
  const [code, setCode] = useState(row.code);
  const [name, setName] = useState(row.name || row.orgName);
  const { mutation, running } = useReportedMutation(archive.saveFonds);
  // Compares the values as the server stores them: trimmed, with codes in capitals.
  const isSame = code.trim().toUpperCase() === row.code && name.trim() === (row.name || row.orgName);
  useReportChange(report, row.orgId, !isSame);
  const isValid = archiveCode.test(code.trim()) && !isBlank(name);
  const save = () => mutation({ body: { orgId: row.orgId, code, name } }, `已设置${row.orgName}的全宗号`);
  return (
    <tr>
      <th scope="row">{row.orgName}</th>
      <td>
        <Input
          aria-label={`${row.orgName}的全宗号`}
          value={code}
          maxLength={12}
          placeholder="沿用上级"
          status={code === '' || archiveCode.test(code.trim()) ? '' : 'error'}
          onChange={(event) => setCode(event.target.value)}
        />
      </td>
      <td>
        <Input
          aria-label={`${row.orgName}的全宗名称`}
          value={name}
          maxLength={archiveLimits.nameLength}
          onChange={(event) => setName(event.target.value)}
        />
      </td>
      <td className={cells.actions}>
        <Button
          aria-label={`保存${row.orgName}的全宗号`}
          disabled={isSame || !isValid}
          loading={running}
          onClick={() => void save()}
        >
          保存
        </Button>
      </td>
    </tr>
  );
}

function ItemLine({ row, report }: { row: ArchiveItemRow; report: Report }) {
  const [period, setPeriod] = useState<RetentionPeriod>(row.period);
  const [department, setDepartment] = useState(row.department);
  const { mutation, running } = useReportedMutation(archive.saveItem);
  const isUntouched = period === row.period && department.trim().toUpperCase() === row.department;
  const isSame = isUntouched && !row.isStanding;
  useReportChange(report, row.taskCode, !isUntouched);
  const isValid = archiveCode.test(department.trim());
  const save = () =>
    mutation({ body: { taskCode: row.taskCode, period, department } }, `已设置“${row.itemName}”的保管期限`);
  return (
    <tr>
      <th scope="row">{row.isStanding ? `${row.itemName}（未设置）` : row.itemName}</th>
      <td>
        <Select
          aria-label={`${row.itemName}的保管期限`}
          value={period}
          options={Object.entries(retentionLabel).map(([value, label]) => ({ value, label }))}
          onChange={setPeriod}
        />
      </td>
      <td>
        <Input
          aria-label={`${row.itemName}的机构（问题）代码`}
          value={department}
          maxLength={12}
          status={isValid ? '' : 'error'}
          onChange={(event) => setDepartment(event.target.value)}
        />
      </td>
      <td className={cells.actions}>
        <Button
          aria-label={`保存${row.itemName}的保管期限`}
          disabled={isSame || !isValid}
          loading={running}
          onClick={() => void save()}
        >
          保存
        </Button>
      </td>
    </tr>
  );
}
