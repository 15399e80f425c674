import { Button, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type MaterialRow, materialCheck } from '#contract/material-check.ts';
import { PaperState, paperStateLabel } from '#domain/enumerations/paper-state.ts';
import { situationLimits } from '#domain/items/situations.ts';
import { materialCheckLimits } from '#domain/materials/material-check.ts';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { UnsentGuard } from '#web/toolkit/page/UnsentGuard.tsx';
import { MaterialName } from './MaterialName.tsx';
import {
  checkedDrafts,
  draftsOf,
  type MaterialDraft,
  problemsByField,
  problemsOfDrafts,
  withState,
} from './material-drafts.ts';
import styles from './materials.module.css';

const stateOptions = Object.values(PaperState).map((value) => ({ value, label: paperStateLabel[value] }));

/**
 * Edits the results of the check. A check that a colleague saves meanwhile does not replace typed results: the handler
 * decides when to load it.
 */
export function MaterialCheckForm(props: {
  code: string;
  traceId: string;
  check: OutputOf<typeof materialCheck.read>;
}) {
  const { code, traceId, check } = props;
  const [base, setBase] = useState(check);
  const [drafts, setDrafts] = useState(() => draftsOf(check.rows));
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const { run, running } = useMutation(materialCheck.save);
  const feedback = useFeedback();
  const isDirty = JSON.stringify(drafts) !== JSON.stringify(draftsOf(base.rows));
  const latestIsDirty = useRef(isDirty);
  latestIsDirty.current = isDirty;
  const load = (newest: typeof check) => {
    setBase(newest);
    setDrafts(draftsOf(newest.rows));
    showProblems({});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer is loaded
  useEffect(() => {
    if (check !== base && !isDirty) load(check);
  }, [check, isDirty]);

  const change = (id: string, part: string, changed: (draft: MaterialDraft) => MaterialDraft) => {
    setDrafts((before) => before.map((draft) => (draft.id === id ? changed(draft) : draft)));
    clearProblem(`${id}.${part}`);
  };
  const save = async () => {
    const checked = checkedDrafts(drafts);
    if (checked.length === 0) return feedback.warn('请先核对材料');
    const found = problemsOfDrafts(base.rows, checked);
    showProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      document.getElementById(fieldId(first))?.focus();
      return feedback.warn('请检查并完善以下信息');
    }
    const conditionMaterialList = checked.map((draft) => ({
      id: draft.id,
      checkState: draft.state,
      actualOriginalNumber: draft.originals,
      actualCopyNumber: draft.copies,
      reason: draft.reason,
      fileIds: [...draft.fileIds],
    }));
    const outcome = await run({
      params: { workorderCode: code },
      body: { traceId, conditionMaterialList, version: base.version },
    });
    if (outcome.kind === 'failed')
      applyServerProblems(outcome.failure, (problem) => problemsByField(checked, [problem]));
    if (outcome.kind !== 'done') return;
    feedback.success(`核对结果已保存：${outcome.data.summary}`);
    // What was saved is the base until the renewed answer arrives.
    setBase({ ...base, version: outcome.data.version, rows: rowsWith(base.rows, drafts, base.files) });
  };
  const isOutdated = check.version !== base.version && isDirty && !running;

  return (
    <>
      {isOutdated && (
        <p role="alert" className={styles.notice}>
          他人刚刚保存了材料核对，您的修改尚未保存。
          <Button size="small" onClick={() => load(check)}>
            放弃修改，载入最新结果
          </Button>
        </p>
      )}
      <ol className={styles.rows} aria-label="材料核对">
        {base.rows.map((row, index) => {
          const draft = drafts[index];
          return (
            draft && (
              <li key={row.id} className={styles.row}>
                <span className={styles.number}>{index + 1}</span>
                <MaterialName row={row} />
                <MaterialFields
                  row={row}
                  draft={draft}
                  files={base.files}
                  problemOf={(part) => problems[`${row.id}.${part}`]}
                  onChange={(part, changed) => change(row.id, part, changed)}
                />
              </li>
            )
          );
        })}
      </ol>
      <div className={styles.foot}>
        <Button
          disabled={drafts.every(({ state }) => state !== null)}
          onClick={() =>
            setDrafts((before) =>
              before.map((draft, index) => {
                const row = base.rows[index];
                return row?.required && draft.state === null
                  ? withState(draft, row, PaperState.complete)
                  : draft;
              }),
            )
          }
        >
          其余必交材料齐全
        </Button>
        <Button type="primary" loading={running} disabled={!isDirty} onClick={() => void save()}>
          保存核对结果
        </Button>
      </div>
      <UnsentGuard kind="saved" hasUnsavedInput={() => latestIsDirty.current} />
    </>
  );
}

/** Returns the id of a field, by the name of its problem: `<id of the material>.<field>`. */
const fieldId = (field: string) => `material-${field}`;

type Files = OutputOf<typeof materialCheck.read>['files'];

/** Returns the rows with the saved drafts. */
function rowsWith(rows: readonly MaterialRow[], drafts: readonly MaterialDraft[], files: Files) {
  return rows.map((row, index): MaterialRow => {
    const draft = drafts[index];
    if (draft === undefined) return row;
    return {
      ...row,
      checkState: draft.state,
      actualOriginalNumber: draft.originals,
      actualCopyNumber: draft.copies,
      reason: draft.reason,
      files: files.filter(({ id }) => draft.fileIds.includes(id)),
    };
  });
}

function MaterialFields(props: {
  row: MaterialRow;
  draft: MaterialDraft;
  files: Files;
  problemOf: (part: string) => string | undefined;
  onChange: (part: string, changed: (draft: MaterialDraft) => MaterialDraft) => void;
}) {
  const { row, draft, files, problemOf, onChange } = props;
  const id = (part: string) => fieldId(`${row.id}.${part}`);
  const field = (part: string, label: string, className: string | undefined, control: ReactNode) => (
    <div className={className}>
      <label htmlFor={id(part)}>
        {label}
        <span className={styles.hidden}>：{row.name}</span>
      </label>
      {control}
      {problemOf(part) !== undefined && <small className={styles.fault}>{problemOf(part)}</small>}
    </div>
  );
  const invalid = (part: string) => (problemOf(part) === undefined ? {} : { status: 'error' as const });
  const count = (part: 'actualOriginalNumber' | 'actualCopyNumber', key: 'originals' | 'copies') => (
    <InputNumber
      id={id(part)}
      className={styles.full ?? ''}
      min={0}
      max={situationLimits.copies}
      precision={0}
      value={draft[key]}
      {...invalid(part)}
      onChange={(value) => onChange(part, (before) => ({ ...before, [key]: value ?? 0 }))}
    />
  );
  return (
    <>
      {field(
        'checkState',
        '核对结果',
        styles.state,
        <Select
          id={id('checkState')}
          className={styles.full ?? ''}
          placeholder="未核对"
          value={draft.state}
          options={stateOptions}
          {...invalid('checkState')}
          onChange={(state) => onChange('checkState', (before) => withState(before, row, state))}
        />,
      )}
      {field('actualOriginalNumber', '原件份数', styles.count, count('actualOriginalNumber', 'originals'))}
      {field('actualCopyNumber', '复印件份数', styles.count, count('actualCopyNumber', 'copies'))}
      {field(
        'reason',
        '说明',
        styles.wide,
        <Input
          id={id('reason')}
          maxLength={maxReasonLength}
          disabled={draft.state === null || draft.state === PaperState.complete}
          value={draft.reason}
          {...invalid('reason')}
          onChange={({ target }) => onChange('reason', (before) => ({ ...before, reason: target.value }))}
        />,
      )}
      {files.length > 0 &&
        field(
          'fileIds',
          '对应文件',
          styles.wide,
          <Select
            id={id('fileIds')}
            className={styles.full ?? ''}
            mode="multiple"
            maxCount={materialCheckLimits.filesPerPaper}
            placeholder="从本件的文件中选择"
            optionFilterProp="label"
            disabled={draft.state === PaperState.missing}
            value={[...draft.fileIds]}
            options={files.map((file) => ({ value: file.id, label: file.name }))}
            {...invalid('fileIds')}
            onChange={(fileIds) => onChange('fileIds', (before) => ({ ...before, fileIds }))}
          />,
        )}
    </>
  );
}
